/** The keys that a page knows, at its end. */
export function KeyHints({
  hints,
}: {
  hints: readonly { keys: readonly string[]; does: string }[];
}) {
  return (
    <p className="keys" aria-label="Keyboard">
      {hints.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </p>
  );
}
