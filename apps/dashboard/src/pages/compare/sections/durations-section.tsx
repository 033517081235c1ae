import type { ComparedDuration, Comparison } from '@svc/contract/executions/compare';
import { IconArrowRight, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BeforeAfter } from '../../../components/figures/before-after.tsx';
import { FormulaLabel } from '../../../components/figures/formula-label.tsx';
import { TestName, TestPlace } from '../../../components/tests/test-name.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { rateWords } from '../compare-sentence.ts';

const SHOWN_AT_FIRST = 10;

/** Tests that became slower or faster beyond the noise, the greatest change first. */
export function DurationsSection({ comparison }: { comparison: Comparison }) {
  const { performance, summary } = comparison;
  const { slower, faster } = performance;
  const [isWhole, setWhole] = useState(false);
  if (summary.slower + summary.faster === 0) return null;
  const limit = isWhole ? Infinity : SHOWN_AT_FIRST;
  const tests = [...slower.slice(0, limit), ...faster.slice(0, limit)];
  const axisEndMs = Math.max(
    ...tests.flatMap(({ base, head }) => [base?.durationMs ?? 0, head?.durationMs ?? 0]),
  );
  const unlisted = summary.slower + summary.faster - slower.length - faster.length;
  const left = slower.length + faster.length - tests.length;
  return (
    <section className="panel compared-section" id="durations" aria-labelledby="durations-title">
      <header>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <h2 id="durations-title">
          <FormulaLabel
            name="Slower or faster"
            formula="|head − base| ≥ 50 ms and ≥ 20 % of base"
            caveat="And outside of what the base branch’s last durations vary by themselves, so that noise is not reported."
          >
            Slower and faster
          </FormulaLabel>
        </h2>
        <span className="meta">
          {formatCount(summary.slower)} slower, {formatCount(summary.faster)} faster
        </span>
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
      </header>
      <table className="cards durations">
        <thead>
          <tr>
            <th>Test</th>
            <th>
              <div className="range-axis" aria-hidden="true">
                <span style={{ left: '0' }}>0</span>
                <span style={{ left: '50%' }}>{formatDuration(axisEndMs / 2)}</span>
                <span style={{ left: '100%' }}>{formatDuration(axisEndMs)}</span>
              </div>
              <span className="sr">Before and after</span>
            </th>
            <th className="n">Base → head</th>
            <th className="n">Change</th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test) => (
            <DurationRow
              key={test.testId}
              test={test}
              axisEndMs={axisEndMs}
              headId={comparison.head.id}
            />
          ))}
        </tbody>
      </table>
      {(left > 0 || unlisted > 0) && (
        <div className="more">
          {left > 0 && (
            <button className="btn sm" type="button" onClick={() => setWhole(true)}>
              Show {formatCount(left)} more
            </button>
          )}
          {unlisted > 0 && (
            <span>{formatCount(unlisted)} with smaller changes are not listed.</span>
          )}
        </div>
      )}
    </section>
  );
}

interface DurationRowProps {
  test: ComparedDuration;
  axisEndMs: number;
  headId: string;
}

function DurationRow({ test, axisEndMs, headId }: DurationRowProps) {
  const { base, head, titlePath, durationDeltaMs, durationDeltaRate } = test;
  if (base === null || head === null) return null;
  return (
    <tr className="go">
      <td className="full name">
        <Link
          to="/executions/$executionId"
          params={{ executionId: headId }}
          search={{ result: head.resultId }}
          className="ttl clip own-line row-link"
          data-row
        >
          <TestName titlePath={titlePath} />
        </Link>
        <TestPlace {...test} />
      </td>
      <td className="full bars">
        <BeforeAfter beforeMs={base.durationMs} afterMs={head.durationMs} axisEndMs={axisEndMs} />
      </td>
      <td className="n">
        <span className="arrow tnum nowrap">
          {formatDuration(base.durationMs)}
          <IconArrowRight size={12} stroke={1.5} aria-label="then" />
          <b className="after">{formatDuration(head.durationMs)}</b>
        </span>
      </td>
      <td className={`n r nowrap ${durationDeltaMs > 0 ? 't-warn' : 't-pass'}`}>
        {rateWords(durationDeltaRate)}
      </td>
    </tr>
  );
}
