import { useFormats, useNow } from "@/lib/use-formats.ts";

/** How long ago, with the exact time on hover. */
export function When({ at }: { at: string }) {
  const formats = useFormats();
  const now = useNow();
  return (
    <time dateTime={at} title={formats.moment(at)}>
      {formats.age(at, now)}
    </time>
  );
}
