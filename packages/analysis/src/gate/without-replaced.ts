import type { Execution } from '@svc/contract/executions/executions';

/**
 * Leaves out executions that a later attempt replaced. An attempt without a result replaces nothing. Executions of one
 * name may have several keys, so the name alone does not decide. The server finds the attempt before by the key without
 * its numbers, and a lone execution of another name may look like it, so the name must be the same too.
 */
export function withoutReplaced(executions: readonly Execution[]): Execution[] {
  const byId = new Map(executions.map((one) => [one.id, one]));
  const replaced = new Set<string>();
  for (const later of executions) {
    if (isEmpty(later)) continue;
    let earlier = byId.get(later.previousAttemptId ?? '');
    while (
      earlier !== undefined &&
      buildNameKey(earlier) === buildNameKey(later) &&
      !replaced.has(earlier.id)
    ) {
      replaced.add(earlier.id);
      // This attempt replaces what an empty attempt before it did not.
      earlier = isEmpty(earlier) ? byId.get(earlier.previousAttemptId ?? '') : undefined;
    }
  }
  return executions.filter((one) => !replaced.has(one.id));
}

function isEmpty({
  totals: { passed, failed, timedOut, skipped, interrupted },
}: Execution): boolean {
  return passed + failed + timedOut + skipped + interrupted === 0;
}

function buildNameKey({ project, name, framework }: Execution): string {
  return JSON.stringify([project, name ?? null, framework]);
}
