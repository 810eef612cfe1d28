import { Button } from "@mantine/core";
import { IconCheck, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type Problem, problemFrom } from "@/lib/problem.ts";
import type { BlockOf, ButtonCan } from "@/lib/shapes.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { announce } from "@/ui/live-region.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import classes from "./ActionButtonsView.module.css";

type ButtonShape = BlockOf<"action_buttons">["buttons"][number];

/** Buttons that run a tool. One that may not be pressed is no button: it says why, and whom to ask. */
export function ActionButtonsView(props: BlockProps<"action_buttons">) {
  const { block, can, actions, mode } = props;
  return (
    <BlockShell {...props} height={40}>
      <ul className={classes["list"]}>
        {block.buttons.map((button) => {
          const may = can.buttons[button.id];
          const press = actions.press;
          return (
            <li key={button.id} className={classes["item"]}>
              {may?.press && press && mode === "panel" ? (
                <PressButton button={button} onPress={() => press(button.id)} />
              ) : (
                <Locked button={button} may={may} isDraft={mode === "chat"} />
              )}
            </li>
          );
        })}
      </ul>
    </BlockShell>
  );
}

function PressButton({ button, onPress }: { button: ButtonShape; onPress: () => Promise<void> }) {
  const { t } = useTranslation("blocks");
  const words = useProblemWords();
  const [state, setState] = useState<"idle" | "asking" | "running" | "done">("idle");
  const [problem, setProblem] = useState<Problem | null>(null);

  const finish = () => {
    setState("done");
    announce(t("buttons.done", { button: button.label }));
    setTimeout(() => setState((now) => (now === "done" ? "idle" : now)), 3000);
  };
  const run = async () => {
    setState("running");
    setProblem(null);
    try {
      await onPress();
      finish();
    } catch (thrown) {
      setState("idle");
      setProblem(problemFrom(thrown));
    }
  };
  const isDangerous = button.look === "danger";
  return (
    <>
      <Button
        variant={button.look === "plain" ? "default" : "filled"}
        color={isDangerous ? "red" : "accent"}
        loading={state === "running"}
        leftSection={state === "done" ? <IconCheck size={15} aria-hidden /> : null}
        onClick={() => (button.confirm ? setState("asking") : void run())}
      >
        {button.label}
      </Button>
      {problem ? (
        <p className={classes["problem"]} role="alert">
          {words(problem).what} {words(problem).next}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={state === "asking"}
        title={t("buttons.confirmTitle", { button: button.label })}
        confirmLabel={button.label}
        isDangerous={isDangerous}
        onConfirm={async () => {
          await onPress();
          finish();
        }}
        onClose={() => setState((now) => (now === "asking" ? "idle" : now))}
      >
        {button.confirm}
      </ConfirmDialog>
    </>
  );
}

function Locked({ button, may, isDraft }: { button: ButtonShape; may: ButtonCan | undefined; isDraft: boolean }) {
  const { t } = useTranslation("blocks");
  const words = useProblemWords();
  const why = may?.why;
  const told = why
    ? words({ code: why, message: t("buttons.notHere"), nextStep: "", facts: { tool: button.tool } })
    : null;
  return (
    <div className={classes["locked"]}>
      <span className={classes["name"]}>
        <IconLock size={14} stroke={1.75} aria-hidden />
        {button.label}
      </span>
      <span className={classes["why"]}>
        {told ? `${told.what} ${told.next}` : t(isDraft ? "buttons.draft" : "buttons.notHere")}
      </span>
    </div>
  );
}
