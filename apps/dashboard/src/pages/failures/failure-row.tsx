import { hasVerdict } from '@svc/analysis/verdicts/verdict-label';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FailureGroup } from '@svc/contract/history/failures';
import { Link } from '@tanstack/react-router';
import { DayBars } from '../../components/figures/day-bars.tsx';
import { QuarantineCell } from '../../components/quarantine/quarantine-cell.tsx';
import { LabelChip } from '../../components/status/label-chip.tsx';
import { FailurePattern } from '../../components/tests/failure-pattern.tsx';
import { TestPlace } from '../../components/tests/test-name.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { shortenFingerprint, shortenTestTitle } from '../../format/identity.ts';
import { ExecutionLink, PhaseCell } from './phase-cell.tsx';

// The API names at most so many branches.
const MOST_BRANCHES = 5;

interface FailureRowProps {
  failure: FailureGroup;
  /** The active entry of the quarantine that excuses it in the test of its example. */
  entry: QuarantineEntry | undefined;
  /** Whether the viewer may quarantine it, so that the table has a column for the button. */
  mayQuarantine: boolean;
  withProject: boolean;
  withClass: boolean;
}

/** One cause of failures. It opens its newest failure. */
export function FailureRow(props: FailureRowProps) {
  const { failure, entry, mayQuarantine, withProject, withClass } = props;
  const { fingerprint, pattern, example, classification, candidates } = failure;
  return (
    <tr className="go">
      <PatternCell failure={failure} withProject={withProject} />
      {withClass && (
        <td className={hasVerdict(failure) ? 'full m3' : 'full m3 hide'}>
          <LabelChip classification={classification} candidates={candidates} />
        </td>
      )}
      <td className="m3">
        <PhaseCell failure={failure} entry={entry} withProject={withProject} />
      </td>
      <td className="n strong m4 r" data-l="failures">
        {formatNumber(failure.count)}
      </td>
      <td className="mid full m5" title={failure.branches.join(', ').slice(0, 1_000)}>
        <span className="nowrap">{formatCount(failure.tests, 'test')}, </span>
        <span className="nowrap">{formatCount(failure.executions, 'execution')}, </span>
        <span className="nowrap">{formatBranchCount(failure.branches.length)}</span>
      </td>
      <td className="m6 r bars">
        <DayBars counts={failure.perDay} noun="failures" />
      </td>
      <td className="n dim m6 nowrap">
        <TimeAgo at={failure.lastSeenAt} />
        <div className="sub">
          <ExecutionLink
            id={example.executionId}
            number={example.executionNumber}
            project={failure.projects > 1 ? example.project : undefined}
          />
        </div>
      </td>
      {mayQuarantine && (
        <QuarantineCell
          isNeeded={entry === undefined}
          name={`Quarantine this failure of ${shortenTestTitle([example.title])}`}
          test={{ testId: example.testId, titlePath: [example.title], file: example.file }}
          atHand={{ fingerprint, pattern }}
          otherTests={failure.tests - 1}
          classification={classification}
        />
      )}
    </tr>
  );
}

/** The pattern of its messages, with the way to its example. */
function PatternCell({ failure, withProject }: Pick<FailureRowProps, 'failure' | 'withProject'>) {
  const { fingerprint, pattern, example } = failure;
  return (
    <td className="full pattern-cell">
      <Link
        to="/executions/$executionId"
        params={{ executionId: example.executionId }}
        search={{ result: example.resultId }}
        className="two row-link"
        data-row
      >
        <FailurePattern pattern={pattern} />
      </Link>
      <div className="sub row example">
        <bdi className="clip" title={example.title.slice(0, 500)}>
          {shortenTestTitle([example.title], 60)}
        </bdi>
        <TestPlace
          file={example.file}
          line={example.line}
          project={withProject ? formatProjects(failure) : undefined}
        />
        <span className="mono nowrap">{shortenFingerprint(fingerprint)}</span>
      </div>
    </td>
  );
}

/** The project of the cause; of several, how many they are: the example alone says nothing of the others. */
function formatProjects({ projects, example }: FailureGroup): string {
  return projects === 1 ? example.project : `in ${formatCount(projects, 'project')}`;
}

function formatBranchCount(branches: number): string {
  return branches >= MOST_BRANCHES
    ? `${MOST_BRANCHES} or more branches`
    : formatCount(branches, 'branch', 'branches');
}
