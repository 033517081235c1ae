import type { Annotation, IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import { parseSecondsToMs } from '../durations.ts';
import type { AttachedResult } from '../joined-attempts.ts';
import { withoutRunMarks } from '../text/text-error.ts';
import { parseEpochMs } from '../timestamps.ts';
import type { XmlElement } from '../xml/xml-elements.ts';
import { buildJunitAttempts } from './junit-attempts.ts';
import type { JunitDialect, TestPlace } from './junit-dialect.ts';
import { collectProperties } from './junit-suite.ts';

/** A test case in the contract's form. */
export function buildJunitResult(
  testcase: XmlElement,
  place: TestPlace,
  dialect: JunitDialect,
): AttachedResult {
  const { status, attempts, isReconstructed, paths } = buildJunitAttempts(testcase, dialect);
  const startedAt = parseEpochMs(testcase.attributes['timestamp'], 'utc');
  const properties = testcase.children.filter(({ name }) => name === 'properties');
  const own = properties
    .flatMap(collectProperties)
    .map(([type, value]): Annotation => ({ type, ...(value !== '' && { description: value }) }));
  const isKnownToFail = isXfail(testcase);
  const result: IngestResult = {
    ...place,
    status: isKnownToFail ? 'passed' : status,
    durationMs: computeDurationMs(testcase, attempts),
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts: attempts.length > 0 ? attempts : undefined,
  };
  const annotations = [
    ...own,
    ...(status === 'skipped' ? buildSkipAnnotations(testcase, own) : []),
    ...(isReconstructed ? [RECONSTRUCTED] : []),
  ];
  if (annotations.length > 0) result.annotations = annotations;
  const owner = own.find(({ type }) => type === 'owner')?.description;
  if (owner !== undefined) result.owner = owner;
  if (isKnownToFail || isXpass(testcase) || own.some(({ type }) => type === 'fail')) {
    result.expectedFailure = true;
  }
  const attachments = paths.map(({ path, attempt }) => ({
    result,
    attempt: attempts.length > 0 ? attempt : undefined,
    name: path.split(/[/\\]/).at(-1) ?? path,
    content: { path },
  }));
  return { result, attachments };
}

/** The duration of all attempts. The time of a test case with reruns is that of one attempt. */
function computeDurationMs({ attributes }: XmlElement, attempts: readonly IngestAttempt[]): number {
  return attempts.length > 0
    ? attempts.reduce((sum, { durationMs }) => sum + durationMs, 0)
    : (parseSecondsToMs(attributes['time']) ?? 0);
}

const RECONSTRUCTED: Annotation = {
  type: 'attempts-reconstructed',
  description: 'The report tells the errors of every attempt, but only how long all took together',
};

// Playwright writes these as properties, with a reason.
const SKIP_TYPES = new Set(['skip', 'fixme', 'todo']);

function buildSkipAnnotations(testcase: XmlElement, own: readonly Annotation[]): Annotation[] {
  const skipped = testcase.children.find(({ name }) => name === 'skipped');
  if (own.some(({ type }) => SKIP_TYPES.has(type))) return [];
  const { type, message } = skipped?.attributes ?? {};
  const isTodo = type === 'todo' || message === 'TODO';
  const written = withoutRunMarks(message || skipped?.text || '');
  const reason = NO_REASONS.has(written) ? '' : written;
  return [
    {
      type: isXfail(testcase) ? 'xfail' : isTodo ? 'todo' : 'skip',
      ...(reason !== '' && { description: reason }),
    },
  ];
}

// Texts that Node and Bun write instead of a reason.
const NO_REASONS = new Set(['true', 'TODO']);

/** pytest: it failed as expected. */
function isXfail({ children }: XmlElement): boolean {
  return children.some(
    ({ name, attributes }) => name === 'skipped' && attributes['type'] === 'pytest.xfail',
  );
}

/** pytest: it was expected to fail and passed. */
function isXpass({ children }: XmlElement): boolean {
  return children.some(
    ({ name, attributes }) =>
      name === 'failure' && attributes['message']?.startsWith('[XPASS(strict)]') === true,
  );
}
