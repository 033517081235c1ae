import type { ComparedDuration } from '@svc/contract/executions/compare';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { BeforeAfter } from '../../../components/figures/before-after.tsx';
import { TestName, TestPlace } from '../../../components/tests/test-name.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { formatRateDelta } from '../../../format/rate.ts';

interface DurationsTableProps {
  tests: readonly ComparedDuration[];
  headId: string;
}

/** The tests with their durations before and after, on one axis. */
export function DurationsTable({ tests, headId }: DurationsTableProps) {
  const axisEndMs = Math.max(
    ...tests.flatMap(({ base, head }) => [base?.durationMs ?? 0, head?.durationMs ?? 0]),
  );
  return (
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
          <DurationRow key={test.testId} test={test} axisEndMs={axisEndMs} headId={headId} />
        ))}
      </tbody>
    </table>
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
        {formatRateDelta(durationDeltaRate)}
      </td>
    </tr>
  );
}
