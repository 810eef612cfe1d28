import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { BlockFrame } from "@/ui/BlockFrame.tsx";
import { EmptyState } from "@/ui/EmptyState.tsx";

interface BrokenBlockProps {
  title: string;
  onRetry: () => void;
}

/** Stands where a block failed to draw itself. */
export function BrokenBlock({ title, onRetry }: BrokenBlockProps) {
  const { t } = useTranslation("common");
  return (
    <BlockFrame title={title}>
      <EmptyState text={t("broken.what")} hint={t("broken.next")}>
        <Button variant="default" onClick={onRetry}>
          {t("retry")}
        </Button>
      </EmptyState>
    </BlockFrame>
  );
}
