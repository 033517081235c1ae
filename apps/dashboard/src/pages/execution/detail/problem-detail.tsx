import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { Suspense, useMemo } from 'react';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { ErrorBlock } from '../errors/error-block.tsx';
import { lazyPart } from '../../../server/load-code.ts';
import { LongLine } from '../texts/long-line.tsx';
import { buildProblem } from '../verdict/judged-failure.ts';
import { VerdictChip } from '../verdict/verdict-chip.tsx';
import { VerdictSection } from '../verdict/verdict-section.tsx';
import { DetailStepper, type Position } from './detail-stepper.tsx';

const FileOutput = lazyPart(() => import('../texts/file-output.tsx'), 'FileOutput');

/** An error of the run, or a file that failed to load: what failed outside of tests. */
export function ProblemDetail({
  summary: { execution, errors, brokenFiles },
  problemKey,
  position,
}: {
  summary: ExecutionSummary;
  /** `run-1`, `file-1`, … */
  problemKey: string;
  position: Position;
}) {
  const [kind, number] = problemKey.split('-');
  const index = Number(number) - 1;
  const file = kind === 'file' ? brokenFiles.items[index] : undefined;
  const ownErrors = kind === 'file' ? file?.errors : errors.slice(index, index + 1);
  const error = ownErrors?.[0];
  const failure = useMemo(
    () => buildProblem(execution, { file: file?.file ?? null, error }),
    [execution, file, error],
  );
  const hasErrors = error !== undefined;
  return (
    <article className="panel detail" aria-labelledby="result-title">
      <section>
        <div className="row top gap3">
          <div className="grow">
            <h2 className="title" id="result-title">
              {file === undefined ? 'Error of the run' : <LongLine text={file.file} />}
            </h2>
            <div className="facts result-facts">
              <span className="st t-fail">
                <StatusGlyph status="failed" size={14} label={null} />
                {file === undefined ? 'failed outside of tests' : 'failed to load or to set up'}
              </span>
              {hasErrors && <VerdictChip executionId={execution.id} failure={failure} />}
              <ProblemFacts durationMs={file?.durationMs} />
            </div>
          </div>
          <DetailStepper position={position} />
        </div>
      </section>
      <section>
        {(ownErrors ?? []).map((error, place) => (
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

/** What the problem means for the execution. `durationMs`: of the file; undefined for an error of the run. */
function ProblemFacts({ durationMs }: { durationMs: number | undefined }) {
  if (durationMs === undefined) {
    return <span>The execution failed, even if all its tests passed.</span>;
  }
  return (
    <>
      <span className="tnum">{formatDuration(durationMs)}</span>
      <span>Its tests could not run. They do not count as removed.</span>
    </>
  );
}
