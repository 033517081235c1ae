import type { CommitPoint } from '@svc/contract/executions/outcomes';
import type { TestSummary } from '@svc/contract/history/tests';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeTitle } from '../../components/executions/execution-change.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { buildCommitRangeUrl } from '@svc/contract/zod-free/commit-pages';
import { StatusGlyph, type GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatCount } from '../../format/count.ts';
import { formatDay } from '../../format/time.ts';
import { commitQuery } from './test-queries.ts';
import { pointWords } from './test-sentence.ts';

type Since = NonNullable<TestSummary['since']>;

/** Between which commits the test began to fail or to flake. */
export function SinceRange({ since, project }: { since: Since; project: string }) {
  const { kind, branch, confidence, lastGood, firstBad, goodAgain, author } = since;
  const { badRuns, runs, isAtLeast } = since;
  const good = useCommit(project, lastGood?.commit);
  const bad = useCommit(project, firstBad.commit);
  const again = useCommit(project, goodAgain?.commit);
  const range =
    typeof lastGood?.commit === 'string' && firstBad.commit !== null
      ? buildCommitRangeUrl(bad?.git.repository, { from: lastGood.commit, to: firstBad.commit })
      : null;
  return (
    <>
      <h3 className="since-title">
        <FormulaLabel
          name="Since when"
          definition="read/definitions#since-when"
          formula="last good … first bad commit of the latest change"
          caveat={
            confidence === 'high'
              ? 'A change point of its outcomes, or at least 3 failures behind at least 3 passes.'
              : 'Little evidence: the newest pass before the failures at the end.'
          }
        >
          Since when
        </FormulaLabel>
        {runs > 0 && `: ${badRuns} of ${formatCount(runs, 'run')}`}
        {runs > 0 && branch !== null && (
          <>
            {' on '}
            <bdi>{branch}</bdi>
          </>
        )}
        {runs > 0 && (kind === 'flaky' ? ' failed or were flaky since' : ' failed since')}
        {confidence === 'low' && <span className="chip">little evidence</span>}
      </h3>
      <ol className="since">
        {lastGood === null ? (
          <li>
            <StatusGlyph status="notRun" label={null} />
            <span className="dim">unknown</span>
            <span className="mid">No earlier run of it passed in the stored history.</span>
            <span className="dim">last good</span>
          </li>
        ) : (
          <Point point={lastGood} status="passed" label="last good" execution={good} />
        )}
        {range !== null && (
          <li>
            <StatusGlyph status="notRun" label={null} />
            <span className="dim">between</span>
            <span className="mid">the commits after the last good one</span>
            <a className="link" href={range} rel="noreferrer noopener" target="_blank">
              Show the range
            </a>
          </li>
        )}
        <Point
          point={firstBad}
          status={kind === 'flaky' ? 'flaky' : 'failed'}
          label={isAtLeast ? 'earliest known bad' : 'first bad'}
          author={author}
          execution={bad}
        />
        {goodAgain !== null && (
          <Point point={goodAgain} status="passed" label="passes again" execution={again} />
        )}
      </ol>
    </>
  );
}

interface PointProps {
  point: CommitPoint;
  status: GlyphStatus;
  label: string;
  author?: string | null;
  execution: ReturnType<typeof useCommit>;
}

function Point({ point, status, label, author = null, execution }: PointProps) {
  return (
    <li>
      <StatusGlyph status={status} label={null} />
      <Link
        className="link mono"
        to="/executions/$executionId"
        params={{ executionId: point.executionId }}
      >
        {pointWords(point)}
      </Link>
      <bdi className="clip">{execution === undefined ? '' : changeTitle(execution)}</bdi>
      <span className="dim">
        {label}
        {author !== null && (
          <>
            {' by '}
            <bdi>{author}</bdi>
          </>
        )}{' '}
        · {formatDay(new Date(point.at))}
      </span>
    </li>
  );
}

function useCommit(project: string, commit: string | null | undefined) {
  const query = useQuery({
    ...commitQuery(project, commit ?? ''),
    enabled: typeof commit === 'string' && /^[0-9a-f]{7,64}$/i.test(commit),
  });
  return query.data?.items[0];
}
