import { Button, PasswordInput, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useSignIn } from "@/api/session.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { BrandMark } from "./BrandMark.tsx";
import classes from "./pages.module.css";

export function SignIn() {
  const { t } = useTranslation("app");
  const words = useProblemWords();
  const signIn = useSignIn();
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const told = signIn.isError ? words(problemFrom(signIn.error)) : null;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ login: login.trim(), password });
  };
  return (
    <main className={classes["page"]}>
      <div className={classes["card"]}>
        <h1 className={classes["brand"]}>
          <BrandMark /> Live Apps
        </h1>
        <p className={classes["hint"]}>{t("signIn.hint")}</p>
        <form className={classes["form"]} onSubmit={onSubmit}>
          <TextInput
            label={t("signIn.login")}
            autoComplete="username"
            required
            withAsterisk={false}
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
          <PasswordInput
            label={t("signIn.password")}
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("signIn.showPassword"), tabIndex: 0 }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {told ? (
            <Text size="sm" c="red" role="alert">
              {told.what} {told.next}
            </Text>
          ) : null}
          <Button type="submit" loading={signIn.isPending}>
            {t("signIn.enter")}
          </Button>
        </form>
      </div>
    </main>
  );
}
