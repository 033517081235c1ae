import type { Step } from '@svc/contract/executions/test-errors';

export interface StepRow {
  /** Its place in the tree, such as `0.3.1`. */
  path: string;
  title: string;
  depth: number;
  durationMs: number;
  isFailed: boolean;
  hasSteps: boolean;
  isOpen: boolean;
  /** From 0 to 1 of the attempt's time. */
  from: number;
  width: number;
}

/**
 * The steps to show, in order: all of the first level, and those inside of open ones. A step is open if something in
 * it failed, unless `toggled` contains its path.
 */
export function buildStepRows(steps: readonly Step[], toggled: ReadonlySet<string>): StepRow[] {
  const spans = new Map<Step, { startMs: number; endMs: number }>();
  placeSteps(steps, findFirstStart(steps) ?? 0, spans);
  const all = [...spans.values()];
  const startMs = all.reduce((least, one) => Math.min(least, one.startMs), Infinity);
  const endMs = all.reduce((most, one) => Math.max(most, one.endMs), -Infinity);
  const totalMs = Math.max(1, endMs - startMs);
  const rows: StepRow[] = [];
  const add = (step: Step, path: string, depth: number): void => {
    const inner = step.steps ?? [];
    const isOpen = inner.length > 0 && hasFailure(inner) !== toggled.has(path);
    const span = spans.get(step) ?? { startMs, endMs: startMs };
    rows.push({
      path,
      title: step.title,
      depth,
      durationMs: step.durationMs,
      isFailed: step.error !== undefined,
      hasSteps: inner.length > 0,
      isOpen,
      from: (span.startMs - startMs) / totalMs,
      width: (span.endMs - span.startMs) / totalMs,
    });
    if (isOpen) inner.forEach((one, index) => add(one, `${path}.${index}`, depth + 1));
  };
  steps.forEach((step, index) => add(step, String(index), 0));
  return rows;
}

/** The number of steps on all levels. */
export function countSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + 1 + countSteps(step.steps ?? []), 0);
}

/** Steps without a start follow each other. */
function placeSteps(
  steps: readonly Step[],
  fromMs: number,
  spans: Map<Step, { startMs: number; endMs: number }>,
): void {
  let nextMs = fromMs;
  for (const step of steps) {
    const at = step.startedAt === undefined ? nextMs : Date.parse(step.startedAt);
    const startMs = Number.isNaN(at) ? nextMs : at;
    spans.set(step, { startMs, endMs: startMs + step.durationMs });
    placeSteps(step.steps ?? [], startMs, spans);
    nextMs = startMs + step.durationMs;
  }
}

function findFirstStart(steps: readonly Step[]): number | null {
  const starts = steps.flatMap(({ startedAt }) =>
    startedAt === undefined ? [] : [Date.parse(startedAt)],
  );
  return starts.length === 0 ? null : Math.min(...starts);
}

function hasFailure(steps: readonly Step[]): boolean {
  return steps.some((step) => step.error !== undefined || hasFailure(step.steps ?? []));
}
