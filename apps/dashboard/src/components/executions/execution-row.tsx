import { hasVerdict, type LabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Execution } from '@svc/contract/executions/executions';
import { Link } from '@tanstack/react-router';
import { changeTitle, ExecutionRevision } from './execution-change.tsx';
import { buildExecutionNotes, countMissingParts } from './execution-notes.ts';
import { ResultCounts } from './result-counts.tsx';
import { LabelChip } from '../status/label-chip.tsx';
import { ResultBar } from '../status/result-bar.tsx';
import { StatusGlyph } from '../status/status-glyph.tsx';
import { TimeAgo } from '../text/time.tsx';
import { formatDuration } from '../../format/duration.ts';
import { formatFramework } from '../../format/framework.ts';

interface ExecutionRowProps {
  execution: Execution;
  /** Whether the page shows all projects, so that a number alone names no execution. */
  withProject: boolean;
  isPicked: boolean;
  onPick: () => void;
}

const MOST_NOTES = 3;
const NO_LABEL: LabelFields = { classification: null };

/** One execution in the list. */
export function ExecutionRow({ execution, withProject, isPicked, onPick }: ExecutionRowProps) {
  const { id, number, status, legs, name, ci } = execution;
  const params = { executionId: id };
  const suite = [name ?? ci.workflow, ...legs].filter(Boolean).join(', ');
  return (
    <tr className="go" aria-selected={isPicked}>
      <td className="fit hide">
        <input
          type="checkbox"
          checked={isPicked}
          onChange={onPick}
          aria-label={`Select ${withProject ? `${execution.project} ` : ''}#${number} to compare`}
        />
      </td>
      <td className="fit m1">
        <Link to="/executions/$executionId" params={params} className="row row-link" data-row>
          <StatusGlyph status={status} />
          <span className="tnum strong">#{number}</span>
        </Link>
      </td>
      <td className="full m3 change">
        <bdi className="ttl clip">{changeTitle(execution)}</bdi>
        <div className="sub">
          <ExecutionRevision {...execution} linksPullRequest />
        </div>
      </td>
      <td className="mid m5 suite">
        <div className="clip" title={suite}>
          {formatFramework(execution.framework)} <bdi className="dim">{suite}</bdi>
        </div>
        {withProject && <bdi className="sub clip own-line">{execution.project}</bdi>}
      </td>
      <ResultsCell execution={execution} />
      <NotesCell execution={execution} />
      <td className="n m5 r nowrap">
        {status === 'running' ? (
          <span className="t-accent">running</span>
        ) : (
          formatDuration(execution.durationMs)
        )}
      </td>
      <td className="n dim r m2 nowrap">
        <TimeAgo at={execution.startedAt} />
      </td>
    </tr>
  );
}

function ResultsCell({ execution }: Pick<ExecutionRowProps, 'execution'>) {
  const { totals, shards } = execution;
  return (
    <td className="full m4">
      <span className="row gap3">
        <span className="result-bar">
          <ResultBar
            totals={totals}
            missingShare={countMissingParts(execution) / Math.max(shards.expected, 1)}
          />
        </span>
        <ResultCounts totals={totals} excused={execution.excused} />
      </span>
    </td>
  );
}

/** Its class, and what is worth knowing about it. */
function NotesCell({ execution }: Pick<ExecutionRowProps, 'execution'>) {
  // The class of a running execution may still change.
  const { classification, candidates } = execution.status === 'running' ? NO_LABEL : execution;
  const notes = buildExecutionNotes(execution);
  return (
    <td
      className={
        notes.length === 0 && !hasVerdict({ classification, candidates })
          ? 'sub full m6 hide'
          : 'sub full m6'
      }
    >
      <span className="chips">
        <LabelChip classification={classification} candidates={candidates} />
        {notes.slice(0, MOST_NOTES).map(({ text, tone, meaning }) => (
          <span key={text} className={`chip ${tone}`} title={meaning}>
            {text}
          </span>
        ))}
      </span>
    </td>
  );
}
