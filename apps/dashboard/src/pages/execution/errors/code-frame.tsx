import { useMemo } from 'react';
import { tokenizeCode } from './code-tokens.ts';
import { parseSnippet } from './snippet-lines.ts';

/** The lines of code around the error. */
export function CodeFrame({ snippet }: { snippet: string }) {
  const lines = useMemo(() => parseSnippet(snippet), [snippet]);
  return (
    // A scrolling block needs the focus to scroll by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="block code" tabIndex={0} role="group" aria-label="Code of the test">
      {lines.map(({ number, code, isHit }, place) => (
        // Lines have no identity besides their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span className={isHit ? 'ln hit' : 'ln'} key={place}>
          <span className="no">{number}</span>
          {number === null ? (
            <span className="caret">{code}</span>
          ) : (
            <bdi>
              {tokenizeCode(code).map(({ text, className }, at) =>
                className === null ? (
                  text
                ) : (
                  // Tokens have no identity besides their place.
                  // oxlint-disable-next-line react/no-array-index-key
                  <span className={className} key={at}>
                    {text}
                  </span>
                ),
              )}
            </bdi>
          )}
        </span>
      ))}
    </div>
  );
}
