import { NativeSelect, Radio, Switch, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { meQuery } from "@/api/session.ts";
import type { Answer, Audience, PanelView } from "@/api/types.ts";
import { type Choice, type KnownList, mayHaveBoard } from "./destination.ts";
import classes from "./SaveDialog.module.css";

interface DestinationFormProps {
  answer: Answer;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  lists: KnownList[];
  /** Panels this person may add a tab to. */
  open: PanelView[];
}

export function DestinationForm(props: DestinationFormProps) {
  const { answer, choice, onChoice, lists, open } = props;
  const { t } = useTranslation("save");
  const change = (part: Partial<Choice>) => onChoice({ ...choice, ...part });
  const pick = (kind: string) => {
    if (kind === "new_panel" || kind === "new_tab" || kind === "into_collection") change({ kind });
  };
  return (
    <>
      <Radio.Group value={choice.kind} onChange={pick} label={t("where")} classNames={{ label: classes["label"] ?? "" }}>
        <div className={classes["choices"]}>
          {lists.length > 0 ? <Radio value="into_collection" label={t("to.into_collection")} /> : null}
          {open.length > 0 ? <Radio value="new_tab" label={t("to.new_tab")} /> : null}
          <Radio value="new_panel" label={t("to.new_panel")} />
        </div>
      </Radio.Group>
      <div className={classes["fields"]}>
        <DestinationFields {...props} change={change} />
      </div>
      {choice.kind !== "into_collection" && mayHaveBoard(answer) ? <BoardFields choice={choice} change={change} /> : null}
    </>
  );
}

interface FieldsProps extends DestinationFormProps {
  change: (part: Partial<Choice>) => void;
}

const nameOf = (list: KnownList) => `${list.panel}/${list.collection}`;

function DestinationFields({ choice, change, lists, open }: FieldsProps) {
  const { t } = useTranslation("save");
  if (choice.kind === "into_collection") {
    return (
      <NativeSelect
        label={t("list")}
        data={lists.map((list) => ({ value: nameOf(list), label: `${list.panelTitle} · ${list.collectionTitle}` }))}
        value={choice.list ? nameOf(choice.list) : ""}
        onChange={(event) => change({ list: lists.find((list) => nameOf(list) === event.currentTarget.value) ?? null })}
      />
    );
  }
  const title = (
    <TextInput
      label={t(choice.kind === "new_panel" ? "panelTitle" : "tabTitle")}
      required
      withAsterisk={false}
      maxLength={120}
      data-autofocus
      value={choice.title}
      onChange={(event) => change({ title: event.currentTarget.value })}
    />
  );
  if (choice.kind === "new_panel") {
    return (
      <>
        {title}
        <AudienceField audience={choice.audience} onAudience={(audience) => change({ audience })} />
      </>
    );
  }
  return (
    <>
      <NativeSelect
        label={t("panel")}
        data={open.map(({ id, template }) => ({ value: id, label: template.title }))}
        value={choice.panel ?? ""}
        onChange={(event) => change({ panel: event.currentTarget.value })}
      />
      {title}
    </>
  );
}

interface AudienceFieldProps {
  audience: Audience;
  onAudience: (audience: Audience) => void;
}

const TEAM = "team:";

function AudienceField({ audience, onAudience }: AudienceFieldProps) {
  const { t } = useTranslation("save");
  const teams = useQuery(meQuery).data?.user.teams ?? [];
  const choices = [
    { value: "everyone", label: t("audience.everyone") },
    ...teams.map((team) => ({ value: TEAM + team, label: t("audience.team", { team }) })),
    { value: "only_me", label: t("audience.only_me") },
  ];
  return (
    <NativeSelect
      label={t("audience.label")}
      data={choices}
      value={audience.who === "teams" ? TEAM + (audience.teams[0] ?? "") : audience.who}
      onChange={(event) => onAudience(audienceOf(event.currentTarget.value))}
    />
  );
}

function audienceOf(choice: string): Audience {
  if (choice.startsWith(TEAM)) return { who: "teams", teams: [choice.slice(TEAM.length)], agents: [] };
  return { who: choice === "only_me" ? "only_me" : "everyone", teams: [], agents: [] };
}

/** The same rows a second time, as cards in stages. Said openly: nothing is converted behind the drawing. */
function BoardFields({ choice, change }: Pick<FieldsProps, "choice" | "change">) {
  const { t } = useTranslation("save");
  return (
    <div className={classes["board"]}>
      <Switch
        label={t("board")}
        checked={choice.withBoard}
        onChange={(event) => change({ withBoard: event.currentTarget.checked })}
      />
      {choice.withBoard ? (
        <TagsInput
          aria-label={t("stages.label")}
          placeholder={choice.stages.length < 20 ? t("stages.add") : ""}
          maxTags={20}
          value={choice.stages}
          onChange={(stages) => change({ stages })}
        />
      ) : null}
    </div>
  );
}
