import { Drawer, SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { PhoneMenuPart, PhoneSide } from "./PhoneBar.tsx";
import SettingsForm from "./SettingsForm.tsx";
import SideList from "./SideList.tsx";
import type { Address } from "./use-address.ts";

interface PhoneMenuProps {
  part: PhoneMenuPart;
  onPart: (part: PhoneMenuPart | null) => void;
  address: Address;
  onSide: (side: PhoneSide) => void;
}

/** The lists and settings of a narrow screen. */
export default function PhoneMenu({ part, onPart, address, onSide }: PhoneMenuProps) {
  const { t } = useTranslation("app");
  const { t: common } = useTranslation("common");
  const { t: inbox } = useTranslation("inbox");
  const close = () => onPart(null);
  const choose = (name: string) => {
    if (name === "panels" || name === "threads" || name === "inbox" || name === "settings") onPart(name);
  };
  return (
    <Drawer opened onClose={close} position="bottom" size="80%" title={t("menu")} closeButtonProps={{ "aria-label": common("close") }}>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t("menu")}
        value={part}
        onChange={choose}
        data={[
          { value: "panels", label: t("panels.title") },
          { value: "threads", label: t("threads") },
          { value: "inbox", label: inbox("short") },
          { value: "settings", label: t("settings.title") },
        ]}
      />
      {part === "settings" ? (
        <SettingsForm
          onHousePart={(house) => {
            address.openHousePart(house);
            onSide("panel");
            close();
          }}
        />
      ) : null}
      {part === "settings" ? null : (
        <SideList
          side={part}
          address={address}
          onClose={null}
          onChosen={() => {
            onSide(part === "threads" ? "chat" : "panel");
            close();
          }}
        />
      )}
    </Drawer>
  );
}
