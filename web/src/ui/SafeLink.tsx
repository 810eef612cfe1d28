import type { ReactNode } from "react";

import { safeHref } from "@/lib/links.ts";

interface SafeLinkProps {
  href: string;
  children: ReactNode;
  className?: string;
  tabIndex?: number;
}

/** A link when the address may be followed, else only its text. Every link to the outside goes through here. */
export function SafeLink({ href, children, className, tabIndex }: SafeLinkProps) {
  const safe = safeHref(href);
  if (!safe) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={safe} target="_blank" rel="noopener noreferrer nofollow" tabIndex={tabIndex}>
      {children}
    </a>
  );
}
