import classes from "./KeyHint.module.css";

/** The keys of a shortcut, as on the keyboard: `<KeyHint keys="Ctrl K" />`. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className={classes["keys"]}>
      {keys.split(" ").map((key) => (
        <kbd key={key} className={classes["key"]}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
