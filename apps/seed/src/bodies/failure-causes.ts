import type { TestError } from '@svc/contract/test-errors';
import { CAUSE_KINDS, type CauseKind } from './cause-kinds.ts';
import type { Random } from '../random.ts';

/** What a failure comes from: the part that is the same whenever and wherever it is met. */
export interface FailureCause {
  /** Equal for two causes whose failures look alike but for their numbers. */
  id: string;
  kind: CauseKind;
  /** A word of the message; the file decides it. */
  subject: string;
  /** The top frame of the stack that lies in the repository. */
  file: string;
  /** Null inside a test's callback. */
  functionName: string | null;
  line: number;
}

export function causeOf(cause: Omit<FailureCause, 'id'>): FailureCause {
  return { ...cause, id: `${cause.kind}@${cause.file}#${cause.functionName ?? ''}` };
}

/** Where a failure was met: what varies from run to run. */
export interface Scene {
  random: Random;
  /** Where the repository lies on that machine, with a separator at its end. */
  root: string;
  testFile: string;
  testLine: number;
}

/** The error as a framework reports it, with numbers, ids and paths of this one run. */
export function errorOf(cause: FailureCause, scene: Scene): TestError {
  const { random } = scene;
  const { errorName, messageOf, diffOf } = CAUSE_KINDS[cause.kind];
  const message = `${errorName}: ${messageOf(cause.subject, random)}`;
  // Code above moves: the line is another one every few commits.
  const line = cause.line + random.integer(9);
  const column = 3 + random.integer(40);
  return {
    message,
    stack: [message, ...framesOf(cause, scene, { line, column })].join('\n'),
    ...(diffOf === undefined ? {} : { diff: diffOf(random) }),
    location: { file: cause.file, line, column },
  };
}

function framesOf(
  cause: FailureCause,
  { random, root, testFile, testLine }: Scene,
  { line, column }: { line: number; column: number },
): string[] {
  const place = `${pathOf(root, cause.file)}:${line}:${column}`;
  const inTest = cause.file === testFile && cause.functionName === null;
  const below = inTest
    ? []
    : [`    at ${pathOf(root, testFile)}:${testLine + 2}:${5 + random.integer(20)}`];
  return [
    cause.functionName === null ? `    at ${place}` : `    at ${cause.functionName} (${place})`,
    ...below,
    `    at processTicksAndRejections (node:internal/process/task_queues:${100 + random.integer(9)}:5)`,
    `    at ${pathOf(root, 'node_modules/.runner/dist/chunk-')}${random.hex(8)}.js:${random.integer(900)}:11`,
  ];
}

/** As that machine writes it: on Windows with backslashes. */
function pathOf(root: string, file: string): string {
  return root.endsWith('\\') ? `${root}${file.replaceAll('/', '\\')}` : `${root}${file}`;
}
