import type { Comparison } from '@svc/contract/executions/compare';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { FormulaLabel } from '../../../components/figures/formula-label.tsx';
import { formatNumber } from '../../../format/count.ts';
import { describeMachine } from '../compare-sentence.ts';
import { DurationsTable } from './durations-table.tsx';
import { MachineNote } from './machine-note.tsx';

const SHOWN_AT_FIRST = 10;

/** Tests that became slower or faster beyond the noise and the machine, the greatest change first. */
export function DurationsSection({ comparison }: { comparison: Comparison }) {
  const { performance, summary } = comparison;
  const { slower, faster } = performance;
  const [isWhole, setWhole] = useState(false);
  if (summary.slower + summary.faster === 0 && describeMachine(summary) === null) return null;
  const limit = isWhole ? Infinity : SHOWN_AT_FIRST;
  const tests = [...slower.slice(0, limit), ...faster.slice(0, limit)];
  const unlisted = summary.slower + summary.faster - slower.length - faster.length;
  const left = slower.length + faster.length - tests.length;
  return (
    <section className="panel compared-section" id="durations" aria-labelledby="durations-title">
      <header>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <h2 id="durations-title">
          <FormulaLabel
            name="Slower or faster"
            definition="read/definitions#slower-and-faster"
            formula="|head − base| ≥ 50 ms and ≥ 20 % of base"
            caveat="As measured and divided by the machine’s factor, and outside of what the base branch’s last durations vary by themselves, so that noise is not reported."
          >
            Slower and faster
          </FormulaLabel>
        </h2>
        <span className="meta">
          {formatNumber(summary.slower)} slower, {formatNumber(summary.faster)} faster
        </span>
        {tests.length > 0 && <Legend />}
      </header>
      <MachineNote summary={summary} />
      {tests.length > 0 && <DurationsTable tests={tests} headId={comparison.head.id} />}
      {(left > 0 || unlisted > 0) && (
        <div className="more">
          {left > 0 && (
            <button className="btn sm" type="button" onClick={() => setWhole(true)}>
              Show {formatNumber(left)} more
            </button>
          )}
          {unlisted > 0 && (
            <span>{formatNumber(unlisted)} with smaller changes are not listed.</span>
          )}
        </div>
      )}
    </section>
  );
}

function Legend() {
  return (
    <span className="legend push">
      <span>
        <i className="swatch base-swatch" /> base
      </span>
      <span>
        <i className="swatch slow-swatch" /> head, slower
      </span>
      <span>
        <i className="swatch fast-swatch" /> head, faster
      </span>
    </span>
  );
}
