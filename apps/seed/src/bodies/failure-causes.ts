import type { TestError } from '@svc/contract/executions/test-errors';
import { CAUSE_KINDS, type CauseKind } from './cause-kinds.ts';
import type { Framework } from '../plan/framework.ts';
import type { Random } from '../random.ts';
import type { WorldCause } from '../world/world.ts';

/** The cause of failures: the part that is the same in every run and environment. */
export interface FailureCause {
  /** Equal for causes whose failures differ only in their numbers. */
  id: string;
  kind: CauseKind;
  /** The text of every failure; absent: that of the kind, with random numbers. */
  message?: string | undefined;
  /** A word of the message. It depends on the file. */
  subject: string;
  /** The top frame of the stack in the repository. */
  file: string;
  /** Null for a test's callback, which has no name. */
  functionName: string | null;
  line: number;
}

export function buildCause(cause: Omit<FailureCause, 'id'>): FailureCause {
  return { ...cause, id: `${cause.kind}@${cause.file}#${cause.functionName ?? ''}` };
}

/** A cause of a world. */
export function toFailureCause({ kind, message, subject = '', at }: WorldCause): FailureCause {
  const { file, line, functionName = null } = at;
  return buildCause({ kind, message, subject, file, functionName, line });
}

/** The place of a failure: the part that differs between runs. */
export interface Scene {
  random: Random;
  /** The repository's path on that machine, with a separator at its end. */
  root: string;
  testFile: string;
  testLine: number;
  framework: Framework;
}

const RUNNERS: Record<Framework, string> = {
  vitest: 'node_modules/@vitest/runner/dist/index.js',
  jest: 'node_modules/jest-circus/build/index.js',
  playwright: 'node_modules/playwright/lib/worker/workerMain.js',
};

/** The error as a framework reports it, with numbers, ids and paths of this run. */
export function buildError(cause: FailureCause, scene: Scene): TestError {
  const { random } = scene;
  const { errorName, messageOf, diffOf } = CAUSE_KINDS[cause.kind];
  const message = cause.message ?? `${errorName}: ${messageOf(cause.subject, random)}`;
  // Changes of the code above move the line every few commits.
  const line = cause.line + random.integer(9);
  const column = 3 + random.integer(40);
  return {
    message,
    stack: [message, ...buildFrames(cause, scene, { line, column })].join('\n'),
    ...(diffOf === undefined || cause.message !== undefined ? {} : { diff: diffOf(message) }),
    location: { file: cause.file, line, column },
  };
}

function buildFrames(
  cause: FailureCause,
  { random, root, testFile, testLine, framework }: Scene,
  { line, column }: { line: number; column: number },
): string[] {
  const place = `${formatPath(root, cause.file)}:${line}:${column}`;
  const inTest = cause.file === testFile && cause.functionName === null;
  const below = inTest
    ? []
    : [`    at ${formatPath(root, testFile)}:${testLine + 2}:${5 + random.integer(20)}`];
  return [
    cause.functionName === null ? `    at ${place}` : `    at ${cause.functionName} (${place})`,
    ...below,
    `    at processTicksAndRejections (node:internal/process/task_queues:${100 + random.integer(9)}:5)`,
    `    at ${formatPath(root, RUNNERS[framework])}:${random.integer(900)}:11`,
  ];
}

/** The path in the form of that machine, with backslashes on Windows. */
function formatPath(root: string, file: string): string {
  return root.endsWith('\\') ? `${root}${file.replaceAll('/', '\\')}` : `${root}${file}`;
}
