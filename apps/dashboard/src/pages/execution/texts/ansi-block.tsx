import { AnsiUp } from 'ansi_up';
import { useMemo, useState } from 'react';
import { formatCount, formatCounted } from '../../../format/count.ts';
import { cutLines } from './cut-lines.ts';

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
  const html = useMemo(() => ({ __html: ansiHtml(shown.text) }), [shown.text]);
  const more = shown.leftOut !== null && (
    <button className="btn quiet sm" type="button" onClick={() => setWhole(true)}>
      Show all: {leftOutText(shown.leftOut)} more
    </button>
  );
  return (
    <>
      {keep === 'end' && more}
      {/* ansi_up escapes all text; its colours are classes. A scrolling block needs the focus to scroll by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, react/no-danger */}
      <pre
        className="block terminal"
        tabIndex={0}
        aria-label={label}
        dangerouslySetInnerHTML={html}
      />
      {keep === 'beginning' && more}
    </>
  );
}

function ansiHtml(text: string): string {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  // No links: their text may say one address and lead to another.
  ansi.url_allowlist = {};
  // Without control characters that move the cursor or ring; ansi_up knows colours only.
  return ansi.ansi_to_html(text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, ''));
}

const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]`, 'g');

function leftOutText({ lines, characters }: { lines: number; characters: number }): string {
  return lines > 0 ? formatCounted(lines, 'line') : `${formatCount(characters)} characters`;
}
