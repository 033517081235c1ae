import type { Execution } from '@svc/contract/executions/executions';

/**
 * Leaves out what a later attempt replaced. Executions of one name may have several keys, so the name alone does not
 * tell. The server finds the attempt before by the key without its numbers, and a lone execution of another name may
 * look like it, so the name must be the same too.
 */
export function withoutReplaced(executions: readonly Execution[]): Execution[] {
  const replaced = new Set(
    executions.map((later) => `${later.previousAttemptId} ${nameOf(later)}`),
  );
  return executions.filter((one) => !replaced.has(`${one.id} ${nameOf(one)}`));
}

function nameOf({ project, name, framework }: Execution): string {
  return JSON.stringify([project, name ?? null, framework]);
}
