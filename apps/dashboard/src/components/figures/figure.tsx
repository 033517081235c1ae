import type { ReactNode } from 'react';
import type { Change } from '../../format/rate.ts';

interface FigureProps {
  /** A FormulaLabel, or plain text for a figure that needs no formula. */
  label: ReactNode;
  /** The number as text and its unit, or several of them: `6 m 12 s`. Null: not known yet, shown as an en dash. */
  value: readonly { number: string; unit: string }[] | null;
  /** The counts behind the figure, such as `349 of 401`. */
  counts?: string;
  change?: Change | null;
  /** What stands beside the change, such as `P95 9 m 48 s`. */
  note?: ReactNode;
  spark?: ReactNode;
}

/** One number with what it was made of, how it changed, and its course. */
export function Figure({ label, value, counts, change, note, spark }: FigureProps) {
  const isChanged = change !== undefined && change !== null;
  return (
    <div className="fig">
      <div className="lab">{label}</div>
      <div className="val">
        {value === null
          ? '–'
          : value.map(({ number, unit }, index) => (
              <span key={unit}>
                {index > 0 && ' '}
                {number}
                {unit !== '' && <span className="u">{`\u00a0${unit}`}</span>}
              </span>
            ))}
        {counts !== undefined && <small>{counts}</small>}
      </div>
      <div className="sub">
        {isChanged && <ChangeText change={change} />}
        {isChanged && note !== undefined && ' · '}
        {note !== undefined && <span className="nowrap">{note}</span>}
      </div>
      {spark !== undefined && <div className="spark">{spark}</div>}
    </div>
  );
}

/** A change in words, coloured when it is good or bad. */
export function ChangeText({ change: { text, tone } }: { change: Change }) {
  return <span className={tone === 'neutral' ? 'delta' : `delta ${tone}`}>{text}</span>;
}
