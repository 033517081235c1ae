import type { PlanStep } from '@svc/contract/analysis/action-plan';
import type { ExecutionFailure } from '../../classify/failure.ts';
import type { FailureVerdict } from '../../classify/judge-failure.ts';
import type { ReadFailure } from '../../classify/read-failure.ts';
import { buildRunCommand, type RunPurpose } from '../run-command.ts';

/** The input of a plan: one failure, as an example of all failures with its fingerprint and class. */
export interface PlannedFailure {
  failure: ExecutionFailure;
  read: ReadFailure;
  verdict: FailureVerdict;
}

/** A step before it has its place in the plan. */
export type DraftStep = Omit<PlanStep, 'order'>;

/** A step with only its subject; the rest is null. */
export function draftStep(
  step: Pick<DraftStep, 'action' | 'title' | 'detail'> & Partial<DraftStep>,
): DraftStep {
  return { file: null, line: null, command: null, ...step };
}

/** The command that runs the failure's test; null where none is known. */
export function buildTestCommand(
  { failure: { kind, framework, file, titlePath, title, variant } }: PlannedFailure,
  purpose: RunPurpose = 'once',
): string | null {
  if (framework === undefined || file === undefined) return null;
  // A file that failed outside its tests runs whole, because its title is not the title of a test.
  const ofTest = kind === 'test' ? (titlePath ?? [title]) : [];
  const isEnd = titlePath === undefined;
  return buildRunCommand({ framework, file, titlePath: ofTest, isEnd, variant }, purpose);
}

/** The place of the test in the source. */
export function pickTestPlace({
  failure: { file, line },
}: PlannedFailure): Pick<DraftStep, 'file' | 'line'> {
  return { file: file ?? null, line: line ?? null };
}
