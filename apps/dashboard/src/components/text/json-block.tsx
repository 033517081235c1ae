import { useMemo, useState, type ReactNode } from 'react';
import { cutLines, showAllText } from './cut-lines.ts';
import { tokenizeJson } from './json-tokens.ts';
import { toPlainText } from './plain-text.ts';
import { prettifyJson } from './pretty-json.ts';

// Colours of more would make the page slow.
const COLOURED_CHARACTERS = 300_000;

interface JsonBlockProps {
  text: string;
  label: string;
  /** Lines above the text, such as headers. */
  head?: ReactNode;
}

/** A body: JSON indented and coloured, any other text as it is. A long one is cut, with a button that shows all of it. */
export function JsonBlock({ text, label, head }: JsonBlockProps) {
  const [isWhole, setWhole] = useState(false);
  const pretty = useMemo(() => prettifyJson(text), [text]);
  const whole = useMemo(() => pretty ?? toPlainText(text), [pretty, text]);
  const cut = useMemo(() => cutLines(whole), [whole]);
  const shown = isWhole ? whole : cut.text;
  const isColoured = pretty !== null && shown.length <= COLOURED_CHARACTERS;
  return (
    <>
      {/* A scrolling block needs the focus to scroll by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="block" tabIndex={0} aria-label={label}>
        {head}
        {isColoured ? <Coloured json={shown} /> : shown}
      </pre>
      {cut.leftOut !== null && !isWhole && (
        <div>
          <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
            {showAllText(whole, cut.leftOut)}
          </button>
        </div>
      )}
    </>
  );
}

function Coloured({ json }: { json: string }) {
  return useMemo(
    () =>
      tokenizeJson(json).map(({ text, className }, at) =>
        className === null ? (
          text
        ) : (
          // Tokens have no identity besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span className={className} key={at}>
            {text}
          </span>
        ),
      ),
    [json],
  );
}
