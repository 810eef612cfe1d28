import alerts from "./alerts.json";
import app from "./app.json";
import blocks from "./blocks.json";
import boss from "./boss.json";
import chat from "./chat.json";
import common from "./common.json";
import decide from "./decide.json";
import errors from "./errors.json";
import history from "./history.json";
import inbox from "./inbox.json";
import panel from "./panel.json";
import save from "./save.json";
import trash from "./trash.json";

export const words = { alerts, app, blocks, boss, chat, common, decide, errors, history, inbox, panel, save, trash };
