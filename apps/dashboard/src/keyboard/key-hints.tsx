interface KeyHint {
  keys: readonly string[];
  does: string;
  /** The key is that of a control which the page does not always have. Without it, the hint is hidden. */
  isOfControl?: boolean;
}

/** The keys that a page knows, at its end. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <p className="keys" aria-label="Keyboard">
      {hints.map(({ keys, does, isOfControl = false }) => (
        <span key={does} data-of={isOfControl ? keys[0] : undefined}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {does}
        </span>
      ))}
    </p>
  );
}

/** The keys of every list. */
export const MOVE: KeyHint = { keys: ['j', 'k'], does: 'move' };
export const OPEN: KeyHint = { keys: ['↵'], does: 'open' };
