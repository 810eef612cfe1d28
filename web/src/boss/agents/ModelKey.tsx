import { Button, PasswordInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { removeModelKey, setModelKey } from "@/api/agents.ts";
import { keys } from "@/api/keys.ts";
import type { AgentSetup } from "@/api/types.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { announce } from "@/ui/live-region.ts";
import { ProblemLine } from "../ProblemLine.tsx";
import { useRun } from "../use-run.ts";
import classes from "./agents.module.css";

/** Sets and removes the key. What is typed goes to the server once and is forgotten here: nothing can show it again. */
export function ModelKey({ agent }: { agent: AgentSetup }) {
  const { t } = useTranslation("boss");
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [isAsking, setAsking] = useState(false);
  const show = (now: AgentSetup) => {
    client.setQueryData<AgentSetup[]>(keys.agentSetups, (shown) => shown?.map((one) => (one.id === now.id ? now : one)));
  };
  const keep = useRun(async () => {
    show(await setModelKey(agent.id, typed));
    setTyped("");
    announce(t("agents.keyKept"));
  });
  const remove = async () => {
    show(await removeModelKey(agent.id));
    announce(t("agents.keyRemoved"));
  };
  const mayStand = agent.key === "kept" || agent.problem?.code === "secret_unreadable";
  return (
    <form
      className={classes["key"]}
      onSubmit={(event) => {
        event.preventDefault();
        void keep.run();
      }}
    >
      <PasswordInput
        className={classes["field"] ?? ""}
        label={t(agent.key === "kept" ? "agents.newKey" : "agents.key")}
        description={t("agents.keyHint")}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" loading={keep.isRunning} disabled={typed.trim() === ""} aria-label={t("agents.keepKeyOf", { agent: agent.name })}>
        {t("agents.keepKey")}
      </Button>
      {mayStand ? (
        <Button variant="subtle" color="red" aria-label={t("agents.removeKeyOf", { agent: agent.name })} onClick={() => setAsking(true)}>
          {t("agents.removeKey")}
        </Button>
      ) : null}
      <ProblemLine problem={keep.problem} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t("agents.removeKeyTitle")}
        confirmLabel={t("agents.removeKey")}
        isDangerous
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {t("agents.removeKeyWhat", { agent: agent.name })}
      </ConfirmDialog>
    </form>
  );
}
