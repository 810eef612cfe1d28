import { Modal, SegmentedControl } from "@mantine/core";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Collection, Tab, Template } from "@/api/types.ts";
import classes from "./TemplateDialog.module.css";

interface TemplateDialogProps {
  template: Template;
  onClose: () => void;
}

/** What the panel is, to be read: its tabs and what refreshes them, its lists and whose their fields are. */
export default function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const [as, setAs] = useState("structure");
  const choices = [
    { value: "structure", label: t("template.structure") },
    { value: "json", label: "JSON" },
  ];
  return (
    <Modal opened onClose={onClose} size="lg" title={t("template.title")} closeButtonProps={{ "aria-label": common("close") }}>
      <SegmentedControl value={as} onChange={setAs} data={choices} aria-label={t("template.as")} mb="md" />
      {as === "json" ? <pre className={classes["json"]}>{JSON.stringify(template, null, 2)}</pre> : <Structure template={template} />}
    </Modal>
  );
}

function Structure({ template }: { template: Template }) {
  const { t } = useTranslation("panel");
  return (
    <>
      <h3 className={classes["heading"]}>{t("tabs")}</h3>
      <ul className={classes["list"]}>
        {template.tabs.map((tab) => (
          <TabOfTemplate key={tab.id} tab={tab} />
        ))}
      </ul>
      {template.collections.map((collection) => (
        <FieldsOfCollection key={collection.id} collection={collection} />
      ))}
    </>
  );
}

function TabOfTemplate({ tab }: { tab: Tab }) {
  const { t } = useTranslation("panel");
  const { refresh } = tab;
  const how = refresh === null ? t("template.byHand") : refresh.by === "tool" ? refresh.tool : t("template.byAgent");
  return (
    <li>
      <strong>{tab.title}</strong> <span className={classes["muted"]}>{how}</span>
      {refresh?.expect_minutes ? (
        <span className={classes["muted"]}>{intervalWords(refresh.expect_minutes, t)}</span>
      ) : null}
      <ul>
        {tab.blocks.map((block) => (
          <li key={block.id}>
            {block.title || block.id} <span className={classes["muted"]}>{t(`kind.${block.kind}`)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function intervalWords(minutes: number, t: TFunction<"panel">): string {
  return minutes % 60 === 0 && minutes > 60 ? t("template.everyHours", { count: minutes / 60 }) : t("template.every", { count: minutes });
}

function FieldsOfCollection({ collection }: { collection: Collection }) {
  const { t } = useTranslation("panel");
  return (
    <section>
      <h3 className={classes["heading"]}>{t("template.list", { title: collection.title })}</h3>
      <div className={classes["scroll"]}>
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{t("template.field")}</th>
              <th scope="col">{t("template.type")}</th>
              <th scope="col">{t("template.role")}</th>
              <th scope="col">{t("template.belongsTo")}</th>
            </tr>
          </thead>
          <tbody>
            {collection.fields.map((field) => (
              <tr key={field.id}>
                <td>
                  {field.title}
                  {collection.key.includes(field.id) ? <span className={classes["muted"]}>{t("template.key")}</span> : null}
                </td>
                <td>{t(`type.${field.type}`)}</td>
                <td>{field.role ? t(`role.${field.role}`) : ""}</td>
                <td>{t(`template.${field.belongs_to}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
