import { useMemo, useState } from 'react';
import { cutLines, showAllText } from './cut-lines.ts';
import { jsonTokens } from './json-tokens.ts';
import { plainText } from './plain-text.ts';
import { prettyJson } from './pretty-json.ts';

// Colours of more would make the page slow.
const COLOURED_CHARACTERS = 300_000;

/** A body: JSON indented and coloured, any other text as it is. A long one is cut, with a button that shows all of it. */
export function JsonText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const pretty = useMemo(() => prettyJson(text), [text]);
  const whole = useMemo(() => pretty ?? plainText(text), [pretty, text]);
  const cut = useMemo(() => cutLines(whole), [whole]);
  const shown = isWhole ? whole : cut.text;
  const isColoured = pretty !== null && shown.length <= COLOURED_CHARACTERS;
  return (
    <>
      {isColoured ? <Coloured json={shown} /> : shown}
      {cut.leftOut !== null && !isWhole && (
        <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
          {showAllText(whole, cut.leftOut)}
        </button>
      )}
    </>
  );
}

function Coloured({ json }: { json: string }) {
  return useMemo(
    () =>
      jsonTokens(json).map(({ text, className }, at) =>
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
