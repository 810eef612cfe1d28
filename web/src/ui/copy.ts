/** Puts a text on the clipboard, with its drawn form where the browser takes one. False where the page may not. */
export async function copyText(text: string, html: string | null = null): Promise<boolean> {
  try {
    if (html !== null && typeof ClipboardItem !== "undefined") {
      const blob = (type: string, body: string) => new Blob([body], { type });
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob("text/plain", text), "text/html": blob("text/html", html) })]);
    } else {
      await navigator.clipboard.writeText(text);
    }
    return true;
  } catch {
    return false;
  }
}
