import { formatCount } from '../../../format/count.ts';
import type { Diff, DiffLine } from './diff-lines.ts';

const LINES = {
  same: { className: 'ln', sign: '', word: '' },
  expected: { className: 'ln del', sign: '−', word: 'expected' },
  received: { className: 'ln add', sign: '+', word: 'received' },
};

/** Expected and received, line by line. */
export function DiffBlock({ diff: { lines, leftOut } }: { diff: Diff }) {
  return (
    // A scrolling block needs the focus to scroll by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="block diff" tabIndex={0} role="group" aria-label="Expected and received">
      {lines.map((line, place) => {
        const { className, sign, word } = LINES[line.kind];
        return (
          // Lines have no identity besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span className={className} key={place}>
            <span className="sg">{word === '' ? '' : `${sign} ${word}`}</span>
            <MarkedText line={line} />
          </span>
        );
      })}
      {leftOut > 0 && <span className="ln dim">… {formatCount(leftOut, 'more line')}</span>}
    </div>
  );
}

function MarkedText({ line: { text, marked } }: { line: DiffLine }) {
  if (marked === null) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, marked.from)}
      <mark>{text.slice(marked.from, marked.to)}</mark>
      {text.slice(marked.to)}
    </bdi>
  );
}
