import { hash } from 'node:crypto';
import type { AnalysisInput, ExecutionFailure } from '@svc/analysis/classify/failure';
import { computeCharacterLimit, MOST_FAILURES } from '@svc/analysis/classify/limits';
import { FINGERPRINT_PREFIX, computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import { buildLogFailure } from '@svc/analysis/analyze/read-failures';
import type { LogReading } from '@svc/analysis/log/read-log';
import type { Scope } from '../../db/scope.ts';
import type { SentFacts } from '../stored-analysis/analysis-detail.ts';
import { readFailureHistories, type Histories } from './failure-histories.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';
import {
  listFileErrors,
  listAnalyzedFailures,
  readErrorTexts,
  readKnownFingerprints,
  type ErrorText,
  type KnownFingerprint,
  type FailureToJudge,
} from './judged-failures.queries.ts';
import { listCorrectedFailures } from './corrections.queries.ts';
import { addCorrections } from './add-corrections.ts';

const MOST_FILES = 100;

/** Facts about an execution's failures, as the classifier reads them. */
export interface ExecutionInput {
  input: AnalysisInput;
  /** Reading of the log, if one was used. */
  log: LogReading | undefined;
  stored: FailureToJudge[];
  /** Fingerprints by their hex digits. */
  fingerprints: Map<string, KnownFingerprint>;
  histories: Histories;
  notChecked: string[];
}

/** Facts to judge an execution's failures with. */
interface InputFacts extends SentFacts {
  /** Whether no part of the execution arrived since the log. By default true. */
  isLogCurrent?: boolean;
}

/**
 * Reads the failures of an execution with their errors and their past, to judge them together with the sent facts. A
 * log of an earlier state is used only if nothing else failed, because the new failures may be from a job that the log
 * does not cover.
 */
export async function readExecutionInput(
  scope: Scope,
  execution: JudgedExecution,
  { log: sentLog, isLogCurrent = true, changedFiles }: InputFacts = {},
): Promise<ExecutionInput> {
  const found = await listAnalyzedFailures(scope, execution, MOST_FAILURES + 1);
  const stored = found.slice(0, MOST_FAILURES);
  const errorsIds = [...new Set(stored.flatMap(({ errorsId }) => errorsId ?? []))];
  const texts = await readErrorTexts(scope, {
    week: execution.week,
    errorsIds,
    characters: computeCharacterLimit(errorsIds.length),
  });
  const fingerprints = await readKnownFingerprints(scope, {
    projectId: execution.projectId,
    fingerprintIds: [...new Set(stored.map(({ fingerprintId }) => fingerprintId))],
  });
  const histories = await readFailureHistories(scope, {
    execution,
    failures: stored,
    fingerprints,
  });
  const outside = await listErrorsOutsideTests(scope, execution);
  const hasFailures = stored.length + outside.length > 0;
  const log = isLogCurrent || !hasFailures ? sentLog : undefined;
  const errors = hasFailures ? outside : buildLogFailure(log ?? null);
  return {
    input: {
      failures: [
        ...stored.map((failure) =>
          buildTestFailure(failure, { execution, texts, fingerprints, histories }),
        ),
        ...(await addCorrections(scope, execution.projectId, errors)),
      ],
      ran: execution.passed + execution.failures,
      failed: execution.failures,
      repository: execution.repository,
      corrected: await listCorrectedFailures(scope),
      log,
      changedFiles,
    },
    log,
    stored,
    fingerprints,
    histories,
    notChecked: describeNotChecked(execution, found.length > MOST_FAILURES),
  };
}

function buildTestFailure(
  stored: FailureToJudge,
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
  const { resultId, titlePath, file, variant, line, owner, retries } = stored;
  const text = texts.get(stored.errorsId ?? '');
  const fingerprint = fingerprints.get(stored.fingerprintId);
  return {
    id: resultId,
    kind: 'test',
    fingerprint: fingerprint?.fingerprint ?? `${FINGERPRINT_PREFIX}${stored.fingerprintId}`,
    ...(fingerprint === undefined ? {} : { pattern: fingerprint.pattern }),
    title: titlePath.at(-1) ?? '',
    titlePath,
    file,
    message: text?.message ?? fingerprint?.pattern ?? '',
    framework: execution.framework,
    retryPassed: retries === null || retries === 0 ? null : false,
    history: histories.ofFailures.get(resultId),
    ...(variant === null ? {} : { variant }),
    ...(line === null ? {} : { line }),
    ...(owner === null ? {} : { owner }),
    ...(text?.stack == null ? {} : { stack: text.stack }),
  };
}

/** The errors of the run and of files, which belong to no test. */
async function listErrorsOutsideTests(
  scope: Scope,
  execution: JudgedExecution,
): Promise<ExecutionFailure[]> {
  const { repository, framework } = execution;
  const ofFiles = execution.hasFileErrors
    ? await listFileErrors(scope, execution, {
        limit: MOST_FILES,
        characters: computeCharacterLimit(MOST_FILES),
      })
    : [];
  const failures = [
    ...execution.errors.map(({ message, stack }, index) =>
      buildErrorOutsideTest(
        { message, stack: stack ?? null },
        { kind: 'run', index, file: undefined, repository },
      ),
    ),
    ...ofFiles.map(({ file, ...error }, index) =>
      buildErrorOutsideTest(error, { kind: 'file', index, file, repository }),
    ),
  ];
  return failures.map((failure) => ({ ...failure, framework }));
}

function buildErrorOutsideTest(
  { message, stack }: ErrorText,
  {
    kind,
    index,
    file,
    repository,
  }: { kind: 'run' | 'file'; index: number; file: string | undefined; repository: string },
): ExecutionFailure {
  const error = {
    message: (message ?? '').slice(0, computeCharacterLimit(1)),
    ...(stack === null ? {} : { stack: stack.slice(0, computeCharacterLimit(1)) }),
  };
  return {
    id: `${kind} ${index}`,
    kind,
    title: file ?? 'The whole run',
    ...(file === undefined ? {} : { file }),
    ...error,
    ...computeFingerprint(error, { repository, sha256Hex: (text) => hash('sha256', text, 'hex') }),
  };
}

function describeNotChecked(execution: JudgedExecution, isCut: boolean): string[] {
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
