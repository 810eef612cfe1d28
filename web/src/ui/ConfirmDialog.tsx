import { Button, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Problem, problemFrom } from "@/lib/problem.ts";

import { useFocusBack } from "./use-focus-back.ts";
import { useProblemWords } from "./use-problem-words.ts";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isDangerous?: boolean;
  /** The dialog closes when it is done, and stays with the reason when it was refused. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirmLabel,
  isDangerous = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation("common");
  const words = useProblemWords();
  useFocusBack(isOpen);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const close = () => {
    setProblem(null);
    onClose();
  };
  const confirm = async () => {
    setRunning(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setProblem(problemFrom(thrown));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      size="sm"
      returnFocus={false}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      {problem ? (
        <Text size="sm" c="red" mt="sm" role="alert">
          {words(problem).what} {words(problem).next}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button
          color={isDangerous ? "red" : "accent"}
          loading={isRunning}
          onClick={() => void confirm()}
          data-autofocus
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
