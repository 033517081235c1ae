import type { Annotation, IngestAttempt, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestAttempt, TestCase, TestModule, TestSuite } from 'vitest/node';
import { toPlainText } from '@svc/reporter-core/text/unknown-value';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ModuleContext } from './module-context.ts';

export interface TestOutcome {
  status: ResultStatus;
  /** Why the test did not run, if it did not. */
  annotations: Annotation[];
}

/** The status of a test, and the reason for a test that did not run: skip, todo, or did-not-run. */
export function deriveTestOutcome(
  test: TestCase,
  attempts: readonly IngestAttempt[],
  context: ModuleContext,
): TestOutcome {
  const { state } = test.result();
  if (state === 'passed') return { status: 'passed', annotations: [] };
  if (state === 'failed') return { status: deriveFailure(attempts), annotations: [] };
  if (state === 'skipped') return deriveSkipped(test);
  // `pending` at the end of the run: bail, a crashed worker, or a signal.
  const description = context.cutOffBy;
  return { status: 'interrupted', annotations: [{ type: 'did-not-run', description }] };
}

// Vitest adds this note to tests that Ctrl-C interrupted in watch mode.
const ABORTED = 'The test run was aborted by the user.';

/** A repeat that passes does not undo an earlier failed repeat. */
function deriveFailure(attempts: readonly IngestAttempt[]): ResultStatus {
  const last = attempts.findLast(({ status }) => isFailure(status));
  return last?.status === 'timedOut' ? 'timedOut' : 'failed';
}

function deriveSkipped(test: TestCase): TestOutcome {
  const note = getSkipNote(test);
  if (note === ABORTED) {
    return { status: 'interrupted', annotations: [{ type: 'did-not-run', description: note }] };
  }
  const cause = test.options.mode === 'run' && note === undefined ? findBlocker(test) : undefined;
  const annotation: Annotation =
    cause === undefined
      ? { type: test.options.mode === 'todo' ? 'todo' : 'skip', description: note }
      : { type: 'did-not-run', description: cause };
  return { status: 'skipped', annotations: [annotation] };
}

function getSkipNote(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

/** The error of the hook or module that prevented the test from running. Undefined if the test skipped itself. */
function findBlocker(test: TestCase): string | undefined {
  if (hasBegun(test)) return undefined;
  for (let { parent } = test; ; { parent } = parent) {
    const [error] = parent.errors();
    // A failing afterAll hook runs after the tests, so it blocks none of them.
    if (error !== undefined && !hasAnyRun(parent)) return toPlainText(error.message).split('\n')[0];
    if (parent.type === 'module') return undefined;
  }
}

/** Vitest 5.1 reports an attempt for a test that skipped itself while running. */
function hasBegun(test: { attempts?: () => readonly TestAttempt[] }): boolean {
  return typeof test.attempts === 'function' && test.attempts().length > 0;
}

// A cache: a suite may contain thousands of blocked tests.
const ranBySuite = new WeakMap<TestSuite | TestModule, boolean>();

function hasAnyRun(suite: TestSuite | TestModule): boolean {
  const known = ranBySuite.get(suite);
  if (known !== undefined) return known;
  const states = Array.from(suite.children.allTests(), (test) => test.result().state);
  const ran = states.includes('passed') || states.includes('failed');
  ranBySuite.set(suite, ran);
  return ran;
}
