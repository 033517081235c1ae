import type { Annotation, IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import type { SeenTest } from './case-log.ts';
import type { FileContext } from './ingest-file.ts';
import { buildIngestAttempts } from './ingest-attempts.ts';
import { deriveTestOutcome } from './test-outcome.ts';

/** One test in the sent form, with all its attempts. `line` is its line in the source. */
export function buildIngestResult(
  test: SeenTest,
  line: number | undefined,
  context: FileContext,
): IngestResult {
  const { attempts, isReconstructed } = buildIngestAttempts(test, context.sentPath);
  const { status, annotations } = deriveTestOutcome(test, attempts, context);
  if (isReconstructed) annotations.push(RECONSTRUCTED);
  return {
    titlePath: test.titlePath,
    file: context.file,
    ...(getNotedPlace(test) ?? { line: line ?? findFailureLine(attempts, context) }),
    variant: context.variant,
    status,
    durationMs: attempts.reduce((sum, { durationMs }) => sum + durationMs, 0),
    startedAt: attempts[0]?.startedAt,
    // A single attempt that passed adds no facts to the result.
    attempts:
      attempts.length > 1 || attempts[0]?.status !== 'passed' ? omitEmpty(attempts) : undefined,
    annotations: omitEmpty(annotations),
    // Since 30, Jest reports this for tests that passed because they were expected to fail and did.
    expectedFailure: test.final?.failing === true ? true : undefined,
  };
}

const RECONSTRUCTED: Annotation = {
  type: 'attempts-reconstructed',
  description: 'The test runner reports how often a test was tried, but not each attempt',
};

/** The test's location. Jest reports it only with `testLocationInResults`, and not for timeouts. */
function getNotedPlace({ final }: SeenTest): { line: number; column: number } | undefined {
  return final?.location ? { line: final.location.line, column: final.location.column } : undefined;
}

/** The line of the test file in the stack of the last failure. */
function findFailureLine(
  attempts: readonly IngestAttempt[],
  { file }: FileContext,
): number | undefined {
  const failed = attempts.findLast(({ errors = [] }) => errors.length > 0);
  for (const { stack } of failed?.errors ?? []) {
    const line = findLine(stack ?? '', file);
    if (line !== undefined) return line;
  }
  return undefined;
}

function findLine(stack: string, file: string): number | undefined {
  for (const frame of stack.split('\n')) {
    const at = frame.indexOf(`${file}:`);
    if (at > 0 && '( '.includes(frame.charAt(at - 1))) {
      return Number.parseInt(frame.slice(at + file.length + 1), 10);
    }
  }
  return undefined;
}

function omitEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}
