import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { IconDots } from '@tabler/icons-react';
import { changeTitle } from '../../../components/executions/execution-change.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { GateLine } from '../gate/gate-line.tsx';
import { LeadWithVerdict } from '../verdict/lead-with-verdict.tsx';
import { buildOfferedComparisons } from './comparisons.ts';
import { ExecutionFacts } from './execution-facts.tsx';
import { ExecutionMarks } from './execution-marks.tsx';
import { describeExecution } from './execution-sentence.ts';
import { lazyPart } from '../../../server/load-code.ts';

const ExecutionMenu = lazyPart(() => import('./execution-menu.tsx'), 'ExecutionMenu');

/** What ran, its answer in one sentence, and what one can do with it. */
export function ExecutionHead({ summary }: { summary: ExecutionSummary }) {
  const { execution } = summary;
  const { git, number, status, project } = execution;
  const { answer, rest } = describeExecution(summary);
  return (
    <div className="head execution-head">
      <div className="grow">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link to="/executions" search={{ project }}>
            Executions
          </Link>
          {git.branch !== undefined && (
            <>
              <span aria-hidden="true">›</span>
              <Link to="/executions" search={{ project, branch: git.branch }} className="clip">
                <bdi>{git.branch}</bdi>
              </Link>
            </>
          )}
          <Neighbours summary={summary} />
        </nav>
        <h1 className="execution-title">
          <StatusGlyph status={status} size={20} />
          <span>
            <span className="tnum">#{number}</span> <bdi>{changeTitle(execution)}</bdi>
          </span>
        </h1>
        <LeadWithVerdict summary={summary} answer={answer} rest={rest} />
        <GateLine summary={summary} />
        <ExecutionFacts execution={execution} />
        <ExecutionMarks execution={execution} />
      </div>
      <div className="actions">
        <MoreActions summary={summary} />
        <CompareActions summary={summary} />
      </div>
    </div>
  );
}

function Neighbours({ summary: { previous, next } }: { summary: ExecutionSummary }) {
  return (
    <span className="push row only-wide">
      {previous !== null && (
        <Link to="/executions/$executionId" params={{ executionId: previous.id }}>
          ← #{previous.number}
        </Link>
      )}
      {next !== null && (
        <Link to="/executions/$executionId" params={{ executionId: next.id }}>
          #{next.number} →
        </Link>
      )}
    </span>
  );
}

/** The most important one is the last button, as the primary ones of other pages. */
function CompareActions({ summary }: { summary: ExecutionSummary }) {
  return buildOfferedComparisons(summary)
    .map(({ other, search }, index) => (
      <Link
        key={other}
        className={index === 0 ? 'btn primary' : 'btn'}
        to="/compare"
        search={search}
      >
        <span className="clip">
          Compare with <bdi>{other}</bdi>
        </span>
      </Link>
    ))
    .toReversed();
}

/** The button of the menu. The menu's code is loaded on first use. */
function MoreActions({ summary }: { summary: ExecutionSummary }) {
  const [isUsed, setUsed] = useState(false);
  const button = (
    <button className="btn" type="button" aria-label="More" onClick={() => setUsed(true)}>
      <IconDots size={16} stroke={1.5} aria-hidden />
    </button>
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <ExecutionMenu summary={summary} />
    </Suspense>
  );
}
