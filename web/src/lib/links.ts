/** Schemes a link may have. Everything else, `javascript:` first of all, stays text. */
const SAFE = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The address when it may be followed, else null. Text without a scheme is no address. */
export function safeHref(text: string): string | null {
  try {
    return SAFE.has(new URL(text.trim()).protocol) ? text.trim() : null;
  } catch {
    return null;
  }
}

export function mailHref(address: string): string | null {
  return /^[^\s@<>"?&]+@[^\s@<>"?&]+$/.test(address.trim()) ? `mailto:${address.trim()}` : null;
}

export function phoneHref(number: string): string | null {
  const digits = number.replace(/(?!^\+)\D/g, "");
  return digits.length >= 5 ? `tel:${digits}` : null;
}

/** An address without what everybody knows: "https://www.example.com/" reads "example.com". */
export function shortAddress(address: string): string {
  return address.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/, "").replace(/\/$/, "");
}

/** A picture is drawn only from our own origin (or inline): the page loads nothing from elsewhere. */
export function ownImage(text: string): string | null {
  const path = text.trim();
  return /^\/(?![/\\])[^\s\\]*$/.test(path) || /^data:image\/(png|jpeg|gif|webp);base64,/.test(path) ? path : null;
}
