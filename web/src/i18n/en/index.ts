import app from "./app.json";
import blocks from "./blocks.json";
import chat from "./chat.json";
import common from "./common.json";
import errors from "./errors.json";
import panel from "./panel.json";
import save from "./save.json";

export const words = { app, blocks, chat, common, errors, panel, save };
