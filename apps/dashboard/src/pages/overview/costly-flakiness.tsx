import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../components/states/empty.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TestName } from '../../components/tests/test-name.tsx';
import { formatCounted } from '../../format/count.ts';
import { formatCost } from '../../format/duration.ts';
import { formatRate } from '../../format/rate.ts';

interface CostlyFlakinessProps {
  tests: readonly FlakyTest[];
  /** Of all tests in the period. */
  flakyResults: number;
}

/** The tests whose flakiness costs most time. */
export function CostlyFlakiness({ tests, flakyResults }: CostlyFlakinessProps) {
  if (tests.length === 0 && flakyResults > 0) {
    return (
      <Empty
        glyph={<StatusGlyph status="flaky" size={26} label={null} />}
        title="No test has enough runs for a rate"
        action={
          <Link className="btn" to="/flaky" search={{ runs: 1 }}>
            Show tests with any number of runs
          </Link>
        }
      >
        {formatCounted(flakyResults, 'result')} {flakyResults === 1 ? 'was' : 'were'} flaky. A test
        is listed here once it has 5 runs.
      </Empty>
    );
  }
  if (tests.length === 0) {
    return (
      <Empty
        glyph={<StatusGlyph status="passed" size={26} label={null} />}
        title="No test is flaky"
      >
        A test is listed once it had a flaky run, and at least 5 runs.
      </Empty>
    );
  }
  return (
    <table className="cards c3">
      <thead>
        <tr>
          <th>Test</th>
          <th className="n">Rate</th>
          <th>Last 20</th>
          <th className="n">A week</th>
        </tr>
      </thead>
      <tbody>
        {tests.map(({ testId, titlePath, file, project, flakinessRate, recent, impact }) => (
          <tr className="go" key={testId}>
            <td className="full costly-title">
              <Link
                className="ttl clip block-link"
                to="/tests/$testId"
                params={{ testId }}
                search={{ project }}
                data-row
              >
                <TestName titlePath={titlePath} />
              </Link>
              <div className="sub clip">{file}</div>
            </td>
            <td className="n m3">{formatRate(flakinessRate)}</td>
            <td className="m2">
              <OutcomeStrip outcomes={recent} slots={20} label="Last 20 runs" />
            </td>
            <td className="n r m4">{formatCost(impact)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
