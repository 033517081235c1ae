import type { AnalysisInput, ExecutionFailure, RunError } from '@svc/analysis/classify/failure';
import type { Scope } from '../db/scope.ts';
import { failureHistories, type Histories } from './failure-histories.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';
import {
  listFileErrors,
  listJudgedFailures,
  readErrorTexts,
  readFingerprints,
  type ErrorText,
  type KnownFingerprint,
  type StoredFailure,
} from './judged-failures.queries.ts';
import { newestLabelled } from './labels.queries.ts';

/** The most failures that are judged. Further ones of an outage have no other cause. */
export const MOST_FAILURES = 10_000;
const MOST_FILES = 100;
// Of one text. Messages begin with what matters.
const MOST_CHARACTERS = 16_000;
// Of all texts together.
const ALL_CHARACTERS = 64_000_000;

/** What is known of an execution's failures, as the classifier reads it. */
export interface ExecutionInput {
  input: AnalysisInput;
  stored: StoredFailure[];
  /** By the fingerprint's hex digits. */
  fingerprints: Map<string, KnownFingerprint>;
  histories: Histories;
  notChecked: string[];
}

/** Reads the failures of an execution with their errors and their past. */
export async function readExecutionInput(
  scope: Scope,
  execution: JudgedExecution,
  log: string | undefined,
): Promise<ExecutionInput> {
  const found = await listJudgedFailures(scope, execution, MOST_FAILURES + 1);
  const stored = found.slice(0, MOST_FAILURES);
  const errorsIds = [...new Set(stored.flatMap(({ errorsId }) => errorsId ?? []))];
  const texts = await readErrorTexts(scope, {
    week: execution.week,
    errorsIds,
    characters: Math.min(
      MOST_CHARACTERS,
      Math.ceil(ALL_CHARACTERS / Math.max(1, errorsIds.length)),
    ),
  });
  const fingerprints = await readFingerprints(scope, {
    projectId: execution.projectId,
    fingerprintIds: [...new Set(stored.map(({ fingerprintId }) => fingerprintId))],
  });
  const histories = await failureHistories(scope, { execution, failures: stored, fingerprints });
  return {
    input: {
      failures: stored.map((failure) =>
        failureOf(failure, { execution, texts, fingerprints, histories }),
      ),
      runErrors: await runErrorsOf(scope, execution),
      ran: execution.passed + execution.failures,
      labelled: await newestLabelled(scope),
      ...(log === undefined ? {} : { log }),
    },
    stored,
    fingerprints,
    histories,
    notChecked: notCheckedOf(execution, found.length > MOST_FAILURES),
  };
}

function failureOf(
  stored: StoredFailure,
  {
    execution,
    texts,
    fingerprints,
    histories,
  }: {
    execution: JudgedExecution;
    texts: ReadonlyMap<string, ErrorText>;
    fingerprints: ReadonlyMap<string, KnownFingerprint>;
    histories: Histories;
  },
): ExecutionFailure {
  const { resultId, titlePath, file, line, owner, retries } = stored;
  const text = texts.get(stored.errorsId ?? '');
  const fingerprint = fingerprints.get(stored.fingerprintId);
  return {
    id: resultId,
    fingerprint: fingerprint?.fingerprint ?? `fp1:${stored.fingerprintId}`,
    title: titlePath.at(-1) ?? '',
    titlePath,
    file,
    message: text?.message ?? fingerprint?.pattern ?? '',
    framework: execution.framework,
    retryPassed: retries === null || retries === 0 ? null : false,
    history: histories.ofFailures.get(resultId),
    ...(line === null ? {} : { line }),
    ...(owner === null ? {} : { owner }),
    ...(text?.stack == null ? {} : { stack: text.stack }),
  };
}

async function runErrorsOf(scope: Scope, execution: JudgedExecution): Promise<RunError[]> {
  const files = execution.hasFileErrors
    ? await listFileErrors(scope, execution, { limit: MOST_FILES, characters: MOST_CHARACTERS })
    : [];
  return [
    ...execution.errors.map(({ message, stack }) => ({
      message: message.slice(0, MOST_CHARACTERS),
      ...(stack === undefined ? {} : { stack: stack.slice(0, MOST_CHARACTERS) }),
    })),
    ...files.map(({ file, message, stack }) => ({
      file,
      message: message ?? '',
      ...(stack === null ? {} : { stack }),
    })),
  ];
}

function notCheckedOf(execution: JudgedExecution, isCut: boolean): string[] {
  const { missingShards, isRollUpDue, resultsExpired, failures } = execution;
  return [
    ...(missingShards > 0
      ? [`${missingShards} ${missingShards === 1 ? 'part has' : 'parts have'} not arrived.`]
      : []),
    ...(isRollUpDue ? ['The history does not include the newest results yet.'] : []),
    ...(resultsExpired ? ['The errors were deleted because their time was over.'] : []),
    ...(isCut ? [`Only the first ${MOST_FAILURES} of ${failures} failures were judged.`] : []),
  ];
}
