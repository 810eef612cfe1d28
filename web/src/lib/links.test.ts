import { describe, expect, it } from "vitest";

import { mailHref, ownImage, phoneHref, safeHref, shortAddress } from "./links.ts";

describe("an address is followed only when its scheme is known", () => {
  it.each(["https://example.com", "http://example.com/a?b", "mailto:ana@example.com", "tel:+5511912345678"])(
    "%s is a link",
    (address) => {
      expect(safeHref(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "/relative",
    "example.com",
  ])("%j stays text", (address) => {
    expect(safeHref(address)).toBeNull();
  });
});

it("an e-mail address cannot bring headers of its own", () => {
  expect(mailHref("ana@example.com")).toBe("mailto:ana@example.com");
  expect(mailHref("ana@example.com?bcc=all@example.com")).toBeNull();
});

it("a telephone number is called by its digits", () => {
  expect(phoneHref("+55 (11) 91234-5678")).toBe("tel:+5511912345678");
  expect(phoneHref("n/a")).toBeNull();
});

it("pictures are drawn from our own origin only", () => {
  expect(ownImage("/files/foto.png")).toBe("/files/foto.png");
  expect(ownImage("https://example.com/foto.png")).toBeNull();
  expect(ownImage("//example.com/foto.png")).toBeNull();
  expect(ownImage("/\\example.com/foto.png")).toBeNull();
  expect(ownImage("data:image/svg+xml,<svg onload=alert(1)>")).toBeNull();
});

it("an address is shown without what everybody knows", () => {
  expect(shortAddress("https://www.example.com/")).toBe("example.com");
});
