import type { Source } from '@svc/contract/filters';

/** The executions that a question is about; what is not said is not asked for. */
export interface ExecutionsFilter {
  from: Date;
  to: Date;
  project?: string | undefined;
  branch?: string | undefined;
  framework?: string | undefined;
  environment?: string | undefined;
  /** Undefined: all. */
  source?: Source | undefined;
}

/** Binds a value to a statement and answers its place: $2, $3, … */
export type BindValue = (value: unknown) => string;

/** Where values are bound behind the organization, which is $1 everywhere. */
export function bindsOf(organizationId: string): { bind: unknown[]; value: BindValue } {
  const bind: unknown[] = [organizationId];
  return { bind, value: (one) => `$${bind.push(one)}` };
}

/**
 * The filter as a condition on the table executions, without those whose first upload is still under
 * way. Walks the index executions_newest, or the one by project or branch where the filter has it.
 */
export function executionConditions(filter: ExecutionsFilter, value: BindValue): string {
  const conditions = [
    'executions.organization_id = $1',
    'executions.number IS NOT NULL',
    `executions.started_at >= ${value(filter.from)}`,
    `executions.started_at < ${value(filter.to)}`,
  ];
  // A sub-select, so that the planner knows one project and walks its index from the newest end.
  if (filter.project !== undefined) {
    conditions.push(
      `executions.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(filter.project)})`,
    );
  }
  if (filter.branch !== undefined) {
    const branch = value(filter.branch);
    conditions.push(`md5(executions.branch) = md5(${branch}) AND executions.branch = ${branch}`);
  }
  if (filter.framework !== undefined) {
    conditions.push(`executions.framework = ${value(filter.framework)}`);
  }
  if (filter.environment !== undefined) {
    conditions.push(`executions.environment_name = ${value(filter.environment)}`);
  }
  if (filter.source === 'ci') conditions.push('executions.from_ci');
  if (filter.source === 'local') conditions.push('NOT executions.from_ci');
  return conditions.join('\n       AND ');
}

/**
 * The condition on an execution's row that it speaks for its branch: finished, not partial, of a clean
 * tree, and from CI, or in a project without any execution from CI. Reads executions_from_ci, one entry a
 * project. With `from`, only executions from CI since then keep the local ones silent.
 * @see definitions: which executions speak for a branch
 */
export function speaksCondition(
  value: BindValue,
  { from, to }: { from?: Date | undefined; to?: Date | undefined } = {},
): string {
  return `executions.can_speak
       AND (executions.from_ci OR executions.project_id NOT IN (${projectsWithCi(value, { from, to })}))`;
}

/** The ids of the organization's projects that have executions from CI, in the window where there is one. */
export function projectsWithCi(
  value: BindValue,
  { from, to }: { from?: Date | undefined; to?: Date | undefined } = {},
): string {
  return `
         SELECT projects.id
         FROM projects
         WHERE projects.organization_id = $1
           AND EXISTS (
             SELECT FROM executions AS of_ci
             WHERE of_ci.organization_id = $1
               AND of_ci.project_id = projects.id
               AND of_ci.from_ci
               AND of_ci.number IS NOT NULL
               ${from === undefined ? '' : `AND of_ci.started_at >= ${value(from)}`}
               ${to === undefined ? '' : `AND of_ci.started_at < ${value(to)}`})`;
}
