import { useState, type ReactNode } from 'react';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatNumber } from '../../../format/count.ts';

const SHOWN_AT_FIRST = 15;

interface ComparedSectionProps {
  id: string;
  glyph: GlyphStatus;
  title: string;
  meta: string;
  /** The rows of a table. */
  rows: readonly ReactNode[];
  /** How many rows there would be without the limit of the answer. */
  total: number;
  /** What the rows are, if all are the same. */
  noun?: 'causes';
  /** Under the rows. */
  note?: string;
}

/** A part of a comparison. A long one shows its first rows, and all of them when asked. */
export function ComparedSection(props: ComparedSectionProps) {
  const { id, glyph, title, meta, rows, total, noun, note } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST);
  const left = total - shown.length;
  return (
    <section className="panel compared-section" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <StatusGlyph status={glyph} label={null} />
        <h2 id={`${id}-title`}>{title}</h2>
        <span className="meta">{meta}</span>
      </header>
      <table className="cards compared-tests">
        <thead className="sr">
          <tr>
            <th>Test</th>
            <th>Marks</th>
            <th>Time</th>
          </tr>
        </thead>
        <tbody>{shown}</tbody>
      </table>
      {(left > 0 || note !== undefined) && (
        <div className="more">
          {note}
          {shown.length < rows.length && (
            <button className="btn sm" type="button" onClick={() => setWhole(true)}>
              Show {formatNumber(rows.length - shown.length)} more {noun}
            </button>
          )}
          {isWhole && left > 0 && (
            <span>
              {formatNumber(left)} more {noun} are not listed; the API names up to 5,000.
            </span>
          )}
        </div>
      )}
    </section>
  );
}
