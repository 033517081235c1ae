import { splitPattern } from './pattern-parts.ts';

/** What a fingerprint was made from, its placeholders as chips. */
export function FailurePattern({ pattern }: { pattern: string }) {
  return (
    <span className="pat" dir="auto">
      {splitPattern(pattern).map(({ text, isPlaceholder }, index) =>
        isPlaceholder ? (
          // Parts have no identity besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <i key={index}>{text}</i>
        ) : (
          text
        ),
      )}
    </span>
  );
}
