import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { closeEndpoint, openEndpoint } from "@/api/hooks.ts";
import { keys } from "@/api/keys.ts";
import type { HookView, Opened } from "@/api/types.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { showToast } from "@/ui/toasts.ts";
import cards from "../cards.module.css";
import { CopyField } from "../CopyField.tsx";
import { ProblemLine } from "../ProblemLine.tsx";
import { StateMark } from "../StateMark.tsx";
import { useIsBoss } from "../use-is-boss.ts";
import { useRun } from "../use-run.ts";
import { When } from "../When.tsx";
import classes from "./hooks.module.css";
import { SecretOnce } from "./SecretOnce.tsx";

interface EndpointPartProps {
  panel: string;
  hook: HookView;
}

/** Whether the hook has an address, and for bosses the ways to open, renew and close it. */
export function EndpointPart({ panel, hook }: EndpointPartProps) {
  const { t } = useTranslation("boss");
  const isBoss = useIsBoss();
  const client = useQueryClient();
  // Kept nowhere but here: a secret that stayed in a cache would outlive the screen.
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asking, setAsking] = useState<"rotate" | "close" | null>(null);
  const reread = () => client.invalidateQueries({ queryKey: keys.hooks(panel) });

  const open = async () => {
    setOpened(await openEndpoint(panel, hook.id));
    await reread();
  };
  const close = async () => {
    await closeEndpoint(panel, hook.id);
    setOpened(null);
    await reread();
    showToast({ text: t("endpoint.wasClosed") });
  };
  const stopAsking = () => setAsking(null);
  return (
    <div className={classes["part"]}>
      {hook.address === null ? <ClosedEndpoint hook={hook} isBoss={isBoss} onOpen={open} /> : null}
      {opened ? <SecretOnce key={opened.secret} source={hook.source} secret={opened.secret} onDone={() => setOpened(null)} /> : null}
      {hook.address === null ? null : (
        <>
          <CopyField label={t("endpoint.address")} text={window.location.origin + hook.address} />
          <div className={classes["endpointFoot"]}>
            <p className={cards["meta"]}>
              {hook.opened_at ? <OpenSince at={hook.opened_at} /> : null}
            </p>
            {isBoss ? (
              <div className={classes["endpointActs"]}>
                <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsking("rotate")}>
                  {t("endpoint.rotate")}
                </Button>
                <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking("close")}>
                  {t("endpoint.close")}
                </Button>
              </div>
            ) : null}
          </div>
        </>
      )}
      <ConfirmDialog isOpen={asking === "rotate"} title={t("endpoint.rotateTitle")} confirmLabel={t("endpoint.rotate")} onConfirm={open} onClose={stopAsking}>
        {t("endpoint.rotateWhat")}
      </ConfirmDialog>
      <ConfirmDialog isOpen={asking === "close"} title={t("endpoint.closeTitle")} confirmLabel={t("endpoint.close")} isDangerous onConfirm={close} onClose={stopAsking}>
        {t("endpoint.closeWhat", { title: hook.title })}
      </ConfirmDialog>
    </div>
  );
}

function OpenSince({ at }: { at: string }) {
  const { t } = useTranslation("boss");
  const [before, after] = t("endpoint.openSince", { when: "\n" }).split("\n");
  return (
    <>
      {before}
      <When at={at} />
      {after}
    </>
  );
}

interface ClosedEndpointProps {
  hook: HookView;
  isBoss: boolean;
  onOpen: () => Promise<void>;
}

function ClosedEndpoint({ hook, isBoss, onOpen }: ClosedEndpointProps) {
  const { t } = useTranslation("boss");
  const opening = useRun(onOpen);
  return (
    <>
      <StateMark tone="quiet" text={t("endpoint.closed")} />
      {isBoss ? (
        <div>
          <Button loading={opening.isRunning} onClick={() => void opening.run()} aria-label={t("endpoint.openOf", { title: hook.title })}>
            {t("endpoint.open")}
          </Button>
        </div>
      ) : (
        <p className={cards["meta"]}>{t("endpoint.askBoss")}</p>
      )}
      <ProblemLine problem={opening.problem} />
    </>
  );
}
