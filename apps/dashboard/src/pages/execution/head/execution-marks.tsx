import type { Execution } from '@svc/contract/executions/executions';
import { Link } from '@tanstack/react-router';
import {
  buildExecutionNotes,
  isFromCi,
  type ExecutionNote,
} from '../../../components/executions/execution-notes.ts';
import { formatCount } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';

// The sentence of the page says these.
const IN_SENTENCE: readonly ExecutionNote['kind'][] = ['outside', 'parts'];

/** What sets this execution apart from an ordinary one: where it ran, what it left out, which attempt it is. */
export function ExecutionMarks({ execution }: { execution: Execution }) {
  const { git, previousAttemptId, shards, resultsExpiredAt } = execution;
  const marks = [
    ...buildExecutionNotes(execution)
      .filter(({ kind }) => !IN_SENTENCE.includes(kind))
      .map(({ kind, text, tone, meaning }) => (
        <span className={`chip ${tone}`} key={kind} title={meaning}>
          {text}
          {kind === 'attempt' && previousAttemptId !== null && (
            <Link
              className="link"
              to="/executions/$executionId"
              params={{ executionId: previousAttemptId }}
            >
              attempt before
            </Link>
          )}
        </span>
      )),
    isFromCi(execution) && git.dirty === true && (
      <span className="chip" key="dirty" title="The work tree had uncommitted changes.">
        uncommitted changes
      </span>
    ),
    shards.carried > 0 && (
      <span
        className="chip"
        key="carried"
        title="They passed in an earlier attempt and did not run again. Their results are listed there."
      >
        {formatCount(shards.carried, 'part')} carried over
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
