import type { Artifact, Attempt, Result } from '@svc/contract/executions/executions';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { buildErrorFacts, ERROR_ROOM } from './error-facts.ts';
import { buildErrorKey } from '@svc/analysis/fingerprint/fingerprint-words';
import { buildTestFacts } from './execution-facts.ts';
import { ANSWER_CHARACTERS, cutStart, cutText, toSafeJson } from './tool-answer.ts';
import { TESTS_OF_CAUSE, type CauseRow } from '@svc/analysis/causes/cause-groups';
import { pickLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Cause } from '@svc/contract/executions/causes';

type Artifacts = ReadonlyMap<string, Artifact>;

/** Failed results: the first with its errors has the last one, the others with the same have the fingerprints alone. */
export function buildFailureList(results: readonly Result[], artifacts: Artifacts) {
  const keys = new Set<string>();
  return results.map((result) => {
    const key = buildErrorKey(result);
    const isKnown = key !== null && keys.has(key);
    if (key !== null) keys.add(key);
    const last = result.attempts.findLast(({ errors }) => errors.length > 0);
    return {
      ...buildResultFacts(result, artifacts),
      sameErrorAsAbove: isKnown ? true : undefined,
      failedAttempts:
        isKnown || last === undefined ? [] : [buildAttemptFacts(last, ERROR_ROOM.one)],
    };
  });
}

/** The results of one test with all their attempts, each as long as an answer allows. */
export function buildFullFailures(results: readonly Result[], artifacts: Artifacts) {
  return results.map((result) => {
    const failed = result.attempts
      .filter(({ errors }) => errors.length > 0)
      .slice(-IN_FULL_ATTEMPTS);
    const facts = (room: number) => ({
      ...buildResultFacts(result, artifacts),
      failedAttempts: failed.map((attempt) => buildAttemptFacts(attempt, room)),
    });
    let room: number = ERROR_ROOM.all;
    while (room > ERROR_ROOM.least && toSafeJson(facts(room)).length > ANSWER_CHARACTERS) room /= 2;
    return facts(room);
  });
}

const IN_FULL_ATTEMPTS = 3;
const MOST_ARTIFACTS = 5;
const MOST_ERRORS = 3;

function buildResultFacts(result: Result, artifacts: Artifacts) {
  const { attempts, part, artifactIds } = result;
  return {
    ...buildTestFacts(result),
    leg: part?.leg,
    status: result.status,
    attempts: attempts.length > 1 ? attempts.length : undefined,
    durationMs: result.durationMs,
    fingerprint: result.fingerprint,
    furtherFingerprints: result.furtherFingerprints,
    classification: result.classification,
    candidates: result.candidates,
    confidence: result.confidence,
    artifacts: artifactIds.slice(0, MOST_ARTIFACTS).flatMap((id) => {
      const artifact = artifacts.get(id);
      return artifact === undefined ? [] : [buildArtifactFacts(artifact)];
    }),
    moreArtifacts: Math.max(0, artifactIds.length - MOST_ARTIFACTS) || undefined,
  };
}

function buildAttemptFacts({ index, errors, stdout, stderr }: Attempt, room: number) {
  return {
    attempt: index,
    errors: errors.slice(0, MOST_ERRORS).map((error) => buildErrorFacts(error, room)),
    moreErrors: Math.max(0, errors.length - MOST_ERRORS) || undefined,
    endOfStdout: cutStart(stdout, room / 2),
    endOfStderr: cutStart(stderr, room / 2),
  };
}

function buildArtifactFacts({ name, kind, contentType, sizeBytes, state, url }: Artifact) {
  return {
    name: cutText(name, 200),
    kind,
    contentType: cutText(contentType, 100),
    sizeBytes,
    state: state === 'stored' ? undefined : state,
    url,
    open:
      kind === 'trace' && url !== null
        ? `npx playwright show-trace ${quoteShellWord(url)}`
        : undefined,
  };
}

const PATTERN_CHARACTERS = 300;

/** A cause of several failures, with the first of them as examples. */
export function buildCauseFacts<Item, Example>(
  { cause, items }: { cause: Cause; items: readonly Item[] },
  exampleOf: (item: Item) => Example,
) {
  const { pattern, fingerprint, tests, files, confidence } = cause;
  return {
    cause: cutText(pattern, PATTERN_CHARACTERS),
    fingerprint,
    tests,
    files,
    ...pickLabelFields(cause),
    confidence,
    examples: items.slice(0, TESTS_OF_CAUSE).map(exampleOf),
  };
}

/** How many failures there are in these rows: the examples of a cause stand for all of its tests. */
export function countFailuresIn<Item>(rows: readonly CauseRow<Item>[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.cause.tests), 0);
}
