import { useEffect, useState } from "react";

/**
 * What was opened by a key is left by a key: when it closes, the focus goes back to where it was. From an item of a
 * menu, which is gone by then, it goes back to the button of that menu.
 */
export function useFocusBack(isOpen = true): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  // Asked while drawing: once this is on the page, the menu it was opened from may have gone from it.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(openerOf(document.activeElement));
  }
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
  }, [isOpen, opener]);
}

function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
