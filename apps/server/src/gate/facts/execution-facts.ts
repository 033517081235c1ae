import type { ExecutionFacts } from '@svc/analysis/gate/judge-gate';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { Scope } from '../../db/scope.ts';
import { readBaseExecutions } from '../../history/executions/base-executions.queries.ts';
import type { ExecutionRow, RunErrors } from '../../history/executions/execution-rows.queries.ts';
import { listUnrepeatedPlaces } from './unrepeated-failures.ts';
import { listBrokenFileMessages, type GateState } from './gate-facts.queries.ts';

const RUN_ERRORS_MOST = 20;
const BROKEN_FILES_MOST = 100;
const MESSAGE_CHARACTERS = 300;

/** Reads the facts about an execution, besides its failures, that the gate needs. */
export async function readExecutionFacts(
  scope: Scope,
  execution: ExecutionRow & RunErrors,
  state: GateState,
): Promise<ExecutionFacts> {
  const { failed, timedOut, passed, carriedPassed, errors, status } = execution;
  const { shardsExpected, shardsReceived, shardsCarried } = execution;
  const failures = failed + timedOut;
  const isRunning = status === 'running';
  return {
    framework: execution.framework,
    isRunning,
    isRerun: execution.attempt > 1,
    missingShards: Math.max(0, shardsExpected - shardsReceived - shardsCarried),
    expectedShards: shardsExpected,
    isInterrupted: status === 'interrupted' || execution.interruptedReported,
    isBailed: execution.partial.includes('bail'),
    ran: passed + carriedPassed + failures,
    failures,
    runErrors: (errors as TestError[])
      .slice(0, RUN_ERRORS_MOST)
      .map(({ message }) => cutToFirstLine(message)),
    moreRunErrors: Math.max(0, errors.length - RUN_ERRORS_MOST) + execution.errorsOmitted,
    ...(await readBrokenFiles(scope, execution)),
    unexplained: state.unexplained,
    unrepeated: isRunning ? [] : await listUnrepeatedPlaces(scope, execution),
    lacksTestsOfBase: !isRunning && (await lacksTestsOfBase(scope, execution, state)),
  };
}

async function lacksTestsOfBase(
  scope: Scope,
  execution: ExecutionRow,
  state: GateState,
): Promise<boolean> {
  const { passed, failed, timedOut } = execution;
  if (passed + failed + timedOut > 0) return false;
  const bases = await readBaseExecutions(scope, [{ ...execution, ...state }]);
  const [base] = bases.get(execution.id) ?? [];
  return base !== undefined && base.ran > 0;
}

async function readBrokenFiles(
  scope: Scope,
  execution: ExecutionRow,
): Promise<Pick<ExecutionFacts, 'brokenFiles' | 'hasMoreBrokenFiles'>> {
  if (!execution.hasFileErrors) return { brokenFiles: [], hasMoreBrokenFiles: false };
  const files = await listBrokenFileMessages(scope, execution, {
    limit: BROKEN_FILES_MOST + 1,
    characters: MESSAGE_CHARACTERS,
  });
  return {
    brokenFiles: files.slice(0, BROKEN_FILES_MOST).map(({ file, message }) => ({
      file,
      message: message === null ? null : cutToFirstLine(message),
    })),
    // Retention has deleted the rows of an execution that has file errors and none of these rows.
    hasMoreBrokenFiles: files.length === 0 || files.length > BROKEN_FILES_MOST,
  };
}

function cutToFirstLine(message: string): string {
  return (message.trim().split('\n', 1)[0] ?? '').slice(0, MESSAGE_CHARACTERS);
}
