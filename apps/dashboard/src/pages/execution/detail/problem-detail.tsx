import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { Suspense, useMemo, type ReactNode } from 'react';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { ErrorBlock } from '../errors/error-block.tsx';
import { lazyPart } from '../../../server/load-code.ts';
import { LongLine } from '../texts/long-line.tsx';
import { buildProblem } from '../verdict/open-failure.ts';
import { VerdictChip } from '../verdict/verdict-chip.tsx';
import { VerdictSection } from '../verdict/verdict-section.tsx';
import { DetailStepper, type Position } from './detail-stepper.tsx';

const FileOutput = lazyPart(() => import('../texts/file-output.tsx'), 'FileOutput');

/** An error of the run, or a file that failed to load: what failed outside of tests. */
export function ProblemDetail({
  summary,
  problemKey,
  position,
}: {
  summary: ExecutionSummary;
  /** `run-1`, `file-1`, … */
  problemKey: string;
  position: Position;
}) {
  const { execution } = summary;
  const { file, ownErrors, failure } = useMemo(
    () => findProblem(summary, problemKey),
    [summary, problemKey],
  );
  const hasErrors = ownErrors.length > 0;
  return (
    <article className="panel detail" aria-labelledby="result-title">
      <section>
        <div className="row top gap3">
          <div className="grow">
            <h2 className="title" id="result-title">
              {file === undefined ? 'Error of the run' : <LongLine text={file.file} />}
            </h2>
            <ProblemFacts durationMs={file?.durationMs}>
              {hasErrors && <VerdictChip executionId={execution.id} failure={failure} />}
            </ProblemFacts>
          </div>
          <DetailStepper position={position} />
        </div>
      </section>
      <section>
        {ownErrors.map((error, place) => (
          // Errors have no identity besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <ErrorBlock key={place} error={error} />
        ))}
        {!hasErrors && <p className="sub">There is no such error.</p>}
      </section>
      {hasErrors && <VerdictSection key={problemKey} execution={execution} failure={failure} />}
      {file !== undefined && (
        <section>
          <Suspense fallback={null}>
            <FileOutput executionId={execution.id} file={file.file} variant={file.variant} />
          </Suspense>
        </section>
      )}
    </article>
  );
}

function findProblem({ execution, errors, brokenFiles }: ExecutionSummary, problemKey: string) {
  const [kind, number] = problemKey.split('-');
  const index = Number(number) - 1;
  const file = kind === 'file' ? brokenFiles.items[index] : undefined;
  const ownErrors = kind === 'file' ? (file?.errors ?? []) : errors.slice(index, index + 1);
  const failure = buildProblem(execution, { file: file?.file ?? null, error: ownErrors[0] });
  return { file, ownErrors, failure };
}

interface ProblemFactsProps {
  /** Of the file; undefined for an error of the run. */
  durationMs: number | undefined;
  /** The class of the failure. */
  children: ReactNode;
}

/** How it failed, and what that means for the execution. */
function ProblemFacts({ durationMs, children }: ProblemFactsProps) {
  const isFile = durationMs !== undefined;
  return (
    <div className="facts result-facts">
      <span className="st t-fail">
        <StatusGlyph status="failed" size={14} label={null} />
        {isFile ? 'failed to load or to set up' : 'failed outside of tests'}
      </span>
      {children}
      {isFile && <span className="tnum">{formatDuration(durationMs)}</span>}
      <span>
        {isFile
          ? 'Its tests could not run. They do not count as removed.'
          : 'The execution failed, even if all its tests passed.'}
      </span>
    </div>
  );
}
