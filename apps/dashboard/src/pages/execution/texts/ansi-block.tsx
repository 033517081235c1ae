import { AnsiUp } from 'ansi_up';
import { useMemo, useState } from 'react';
import { cutLines, showAllText } from '../../../components/text/cut-lines.ts';
import { toColouredText } from '../../../components/text/plain-text.ts';

interface AnsiBlockProps {
  text: string;
  label: string;
  /** Which part of a long text is shown at first. */
  keep: 'beginning' | 'end';
}

/** A text of a terminal with its colours. A long one is cut, with a button that shows all of it. */
export function AnsiBlock({ text, label, keep }: AnsiBlockProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = useMemo(
    () => (isWhole ? { text, leftOut: null } : cutLines(text, keep)),
    [text, keep, isWhole],
  );
  const html = useMemo(() => ({ __html: renderAnsi(shown.text) }), [shown.text]);
  const more = shown.leftOut !== null && (
    <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
      {showAllText(text, shown.leftOut)}
    </button>
  );
  return (
    <>
      {keep === 'end' && more}
      <pre
        className="block terminal"
        // A scrolling block needs the focus to scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        // ansi_up escapes all text; its colours are classes.
        dangerouslySetInnerHTML={html}
      />
      {keep === 'beginning' && more}
    </>
  );
}

function renderAnsi(text: string): string {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  // No links: their text may say one address and lead to another.
  ansi.url_allowlist = {};
  return ansi.ansi_to_html(toColouredText(text));
}
