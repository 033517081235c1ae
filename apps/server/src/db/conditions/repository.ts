/**
 * The SQL expression of an execution's repository for `computeFingerprint`: that of its git facts, else the name of its
 * project. `executions` is the table of that name, or its alias; `project` the column of the project's name.
 */
export function repositoryOf(executions: string, project: string): string {
  return `coalesce(${executions}.git ->> 'repository', ${project})`;
}
