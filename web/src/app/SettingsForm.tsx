import { Button, SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { meQuery, rememberLanguage, useSignOut } from "@/api/session.ts";
import { HouseEntries } from "@/boss/HouseEntries.tsx";
import type { HousePart } from "@/boss/parts.ts";
import { currentLanguage, isLanguage, setLanguage } from "@/lib/i18n.ts";
import classes from "./Settings.module.css";

interface SettingsFormProps {
  onHousePart: (part: HousePart) => void;
}

/** Who is signed in, the language and the colours of the screen, for bosses the installation, and the way out. */
export default function SettingsForm({ onHousePart }: SettingsFormProps) {
  const { t } = useTranslation("app");
  const client = useQueryClient();
  const me = useQuery(meQuery).data;
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const speak = async (name: string) => {
    if (!isLanguage(name)) return;
    await setLanguage(name);
    await rememberLanguage(name).catch(() => undefined);
    await client.invalidateQueries();
  };
  const paint = (scheme: string) => {
    if (scheme === "light" || scheme === "dark" || scheme === "auto") setColorScheme(scheme);
  };
  return (
    <div className={classes["form"]}>
      <p className={classes["person"]}>
        <strong>{me?.user.name}</strong>
        <span>
          {me?.user.login}
          {me?.demo ? ` · ${t("settings.demo")}` : ""}
        </span>
      </p>
      <div>
        <p className={classes["name"]} id="language-label">
          {t("settings.language")}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="language-label"
          value={currentLanguage()}
          onChange={(name) => void speak(name)}
          data={[
            { value: "pt-BR", label: "Português" },
            { value: "en", label: "English" },
          ]}
        />
      </div>
      <div>
        <p className={classes["name"]} id="colours-label">
          {t("settings.colours")}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="colours-label"
          value={colorScheme}
          onChange={paint}
          data={[
            { value: "light", label: t("settings.light") },
            { value: "dark", label: t("settings.dark") },
            { value: "auto", label: t("settings.system") },
          ]}
        />
      </div>
      <HouseEntries onPart={onHousePart} />
      <Button variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t("settings.signOut")}
      </Button>
    </div>
  );
}
