import type { Execution } from '@svc/contract/executions';
import type { PartialReason } from '@svc/contract/ingest';
import { Link } from '@tanstack/react-router';
import { formatCounted } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';

const WHY: Record<PartialReason, string> = {
  filter: 'a filter chose the tests',
  changed: 'only tests of changed files ran',
  'last-failed': 'only tests that failed before ran',
  bail: 'it stopped after a failure',
};

/** What sets this execution apart from an ordinary one: where it ran, what it left out, which attempt it is. */
export function ExecutionMarks({ execution }: { execution: Execution }) {
  const { git, ci, partial, attempt, previousAttemptId, shards, resultsExpiredAt } = execution;
  const isLocal = ci.provider === undefined && ci.runId === undefined;
  const marks = [
    isLocal && (
      <span
        className="chip"
        key="local"
        title="It does not speak for its branch beside executions from CI."
      >
        local{git.dirty === true ? ', uncommitted changes' : ''}
      </span>
    ),
    !isLocal && git.dirty === true && (
      <span className="chip" key="dirty" title="The work tree had uncommitted changes.">
        uncommitted changes
      </span>
    ),
    partial.length > 0 && (
      <span
        className="chip warn"
        key="partial"
        title="Tests that did not run count as neither new nor removed."
      >
        partial: {partial.map((reason) => WHY[reason]).join(', ')}
      </span>
    ),
    attempt > 1 && (
      <span className="chip" key="attempt">
        attempt {attempt}
        {previousAttemptId !== null && (
          <Link
            className="link"
            to="/executions/$executionId"
            params={{ executionId: previousAttemptId }}
          >
            attempt before
          </Link>
        )}
      </span>
    ),
    shards.carried > 0 && (
      <span
        className="chip"
        key="carried"
        title="They passed in an earlier attempt and did not run again. Their results are listed there."
      >
        {formatCounted(shards.carried, 'shard')} carried over
      </span>
    ),
    resultsExpiredAt !== null && (
      <span className="chip warn" key="expired">
        results expired on {formatDate(new Date(resultsExpiredAt))}
      </span>
    ),
  ].filter((mark) => mark !== false);
  return marks.length === 0 ? null : <div className="row wrap marks">{marks}</div>;
}
