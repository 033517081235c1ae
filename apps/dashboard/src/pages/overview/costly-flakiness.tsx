import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { Link } from '@tanstack/react-router';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Loaded, type AskedQuery } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import type { Outputs } from '../../server/trpc.ts';
import { Empty } from '../../components/states/empty.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TestName } from '../../components/tests/test-name.tsx';
import { formatCount } from '../../format/count.ts';
import { formatCost } from '../../format/duration.ts';
import { formatRate } from '../../format/rate.ts';

type Overview = Outputs['overview']['get'];

/** The tests whose flakiness costs most time. */
export function CostlyPanel({ query }: { query: AskedQuery<Overview> }) {
  return (
    <Panel
      title={
        <FormulaLabel
          name="Impact"
          definition="read/definitions#flakiness-rate"
          formula="mean rate × counted runs a week × mean wasted time"
          caveat="The posterior mean of the rate. Wasted time is all attempts but the last of a flaky run."
        >
          Most expensive flakiness
        </FormulaLabel>
      }
      aside={
        <Link className="link small" to="/flaky">
          All flaky tests
        </Link>
      }
    >
      <Loaded query={query} what="The flaky tests" skeleton={<SkeletonRows height={50} />}>
        {({ flaky, metrics }) =>
          flaky.length === 0 ? (
            <NoRate flakyResults={metrics.results.flaky} />
          ) : (
            <CostlyTests tests={flaky} />
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Why no test has a rate. `flakyResults`: of all tests in the period. */
function NoRate({ flakyResults }: { flakyResults: number }) {
  return flakyResults > 0 ? (
    <Empty
      glyph={<StatusGlyph status="flaky" size={26} label={null} />}
      title="No test has enough runs for a rate"
      action={
        <Link className="btn" to="/flaky" search={{ runs: 1 }}>
          Show tests with any number of runs
        </Link>
      }
    >
      {formatCount(flakyResults, 'result')} {flakyResults === 1 ? 'was' : 'were'} flaky. A test is
      listed here once it has 5 runs.
    </Empty>
  ) : (
    <Empty glyph={<StatusGlyph status="passed" size={26} label={null} />} title="No test is flaky">
      A test is listed once it had a flaky run, and at least 5 runs.
    </Empty>
  );
}

function CostlyTests({ tests }: { tests: readonly FlakyTest[] }) {
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
