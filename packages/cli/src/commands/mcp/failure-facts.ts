import type { Artifact, Attempt, Result } from '@svc/contract/executions/executions';
import { shellWord } from '../../errors/proposed-command.ts';
import { errorFacts, ERROR_ROOM } from './error-facts.ts';
import { errorKey } from '../../wording/fingerprints.ts';
import { testFacts } from './execution-facts.ts';
import { ANSWER_CHARACTERS, cutStart, cutText, safeJson } from './tool-answer.ts';
import { TESTS_OF_CAUSE, type CauseRow } from '@svc/analysis/causes/cause-groups';
import { pickLabelFields } from '@svc/analysis/verdict-words';
import type { Cause } from '@svc/contract/executions/causes';

type Artifacts = ReadonlyMap<string, Artifact>;

/** Failed results: the first with its errors has the last one, the others with the same have the fingerprints alone. */
export function failureList(results: readonly Result[], artifacts: Artifacts) {
  const keys = new Set<string>();
  return results.map((result) => {
    const key = errorKey(result);
    const isKnown = key !== null && keys.has(key);
    if (key !== null) keys.add(key);
    const last = result.attempts.findLast(({ errors }) => errors.length > 0);
    return {
      ...resultFacts(result, artifacts),
      sameErrorAsAbove: isKnown ? true : undefined,
      failedAttempts: isKnown || last === undefined ? [] : [attemptFacts(last, ERROR_ROOM.one)],
    };
  });
}

/** The results of one test with all their attempts, each as long as an answer allows. */
export function failuresInFull(results: readonly Result[], artifacts: Artifacts) {
  return results.map((result) => {
    const failed = result.attempts
      .filter(({ errors }) => errors.length > 0)
      .slice(-IN_FULL_ATTEMPTS);
    const facts = (room: number) => ({
      ...resultFacts(result, artifacts),
      failedAttempts: failed.map((attempt) => attemptFacts(attempt, room)),
    });
    let room: number = ERROR_ROOM.all;
    while (room > ERROR_ROOM.least && safeJson(facts(room)).length > ANSWER_CHARACTERS) room /= 2;
    return facts(room);
  });
}

const IN_FULL_ATTEMPTS = 3;
const MOST_ARTIFACTS = 5;
const MOST_ERRORS = 3;

function resultFacts(result: Result, artifacts: Artifacts) {
  const { attempts, part, artifactIds } = result;
  return {
    ...testFacts(result),
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
      return artifact === undefined ? [] : [artifactFacts(artifact)];
    }),
    moreArtifacts: Math.max(0, artifactIds.length - MOST_ARTIFACTS) || undefined,
  };
}

function attemptFacts({ index, errors, stdout, stderr }: Attempt, room: number) {
  return {
    attempt: index,
    errors: errors.slice(0, MOST_ERRORS).map((error) => errorFacts(error, room)),
    moreErrors: Math.max(0, errors.length - MOST_ERRORS) || undefined,
    endOfStdout: cutStart(stdout, room / 2),
    endOfStderr: cutStart(stderr, room / 2),
  };
}

function artifactFacts({ name, kind, contentType, sizeBytes, state, url }: Artifact) {
  return {
    name: cutText(name, 200),
    kind,
    contentType: cutText(contentType, 100),
    sizeBytes,
    state: state === 'stored' ? undefined : state,
    url,
    open:
      kind === 'trace' && url !== null ? `npx playwright show-trace ${shellWord(url)}` : undefined,
  };
}

const PATTERN_CHARACTERS = 300;

/** A cause of several failures, with the first of them as examples. */
export function causeFacts<Item, Example>(
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
export function failuresIn<Item>(rows: readonly CauseRow<Item>[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.cause.tests), 0);
}
