import { ActionIcon, Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface LazyMenuProps {
  label: string;
  icon: ReactNode;
  className?: string | undefined;
  tabIndex?: number;
  position?: "bottom-end" | "bottom-start";
  width?: number;
  children: ReactNode;
}

/** A menu that is only a button until it is opened: a board of cards would otherwise carry a menu for each. */
export function LazyMenu({
  label,
  icon,
  className,
  tabIndex = 0,
  position = "bottom-end",
  width = 210,
  children,
}: LazyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const look = { size: 24, className: className ?? "", tabIndex, "aria-label": label };
  if (!wasOpened) {
    const open = () => {
      setOpened(true);
      setOpen(true);
    };
    return (
      <ActionIcon {...look} aria-haspopup="menu" aria-expanded={false} onClick={open}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Menu opened={isOpen} onChange={setOpen} position={position} width={width}>
      <Menu.Target>
        <ActionIcon {...look}>{icon}</ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
