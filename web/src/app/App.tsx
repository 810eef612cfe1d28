import { Loader } from "@mantine/core";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createQueryClient } from "@/api/query-client.ts";
import { meQuery } from "@/api/session.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ErrorBoundary } from "@/ui/ErrorBoundary.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import classes from "./pages.module.css";
import { BrokenPage } from "./pages.tsx";
import { router } from "./router.tsx";
import { SignIn } from "./SignIn.tsx";

const broken = () => <BrokenPage />;

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <ErrorBoundary fallback={broken}>
      <QueryClientProvider client={client}>
        <Entrance />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** Whoever is signed in comes in; everybody else signs in first. */
function Entrance() {
  const { t } = useTranslation("common");
  const me = useQuery(meQuery);
  if (me.data) return <RouterProvider router={router} />;
  if (me.data === null) return <SignIn />;
  return (
    <main className={classes["page"]}>
      {me.isError ? (
        <ErrorState problem={problemFrom(me.error)} onRetry={() => void me.refetch()} />
      ) : (
        <Loader aria-label={t("loading")} role="status" />
      )}
    </main>
  );
}
