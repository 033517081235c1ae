import { useMemo, useState } from 'react';
import { cutLines, showAllText } from './cut-lines.ts';

/** A text of several lines. A long one is cut, with a button that shows all of it. */
export function CutText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const { text: shown, leftOut } = useMemo(() => cutLines(text), [text]);
  if (leftOut === null || isWhole) return text;
  return (
    <>
      {shown}
      <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
        {showAllText(text, leftOut)}
      </button>
    </>
  );
}
