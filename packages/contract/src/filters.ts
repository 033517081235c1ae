import { z } from 'zod';

const DATE_OR_DATE_TIME =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** `2026-11-21` (midnight UTC) or `2026-11-21T09:30:00Z`, with any offset. */
export const dateOrDateTime = z.string().refine(isDateOrDateTime, {
  error: 'Expected a date such as 2026-11-21 or a date-time such as 2026-11-21T09:30:00Z',
});

/** False also for 30 February, which Date.parse reads as a day in March. */
function isDateOrDateTime(text: string): boolean {
  if (!DATE_OR_DATE_TIME.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = text.slice(0, 10);
  return new Date(day).toISOString().startsWith(day);
}

/** Time window. An execution is in the window if its `startedAt` is. */
export const windowParameters = {
  from: dateOrDateTime
    .optional()
    .describe(
      'Start of the window, inclusive, as a date or an ISO 8601 time; default: 30 days before `to`',
    ),
  to: dateOrDateTime
    .optional()
    .describe('End of the window, exclusive, as a date or an ISO 8601 time; default: now'),
};

export const SOURCES = ['ci', 'local', 'all'] as const;
export type Source = (typeof SOURCES)[number];

/** Maximum number of projects in `localProjects`. */
export const MAX_LOCAL_PROJECTS = 20;

/** Fields of an answer that say which executions it counted. */
export const usedSource = {
  source: z
    .enum(SOURCES)
    .describe(
      'Executions that were counted: those from CI, those from developer machines, or all. An execution comes from CI if its `ci` names a provider or a run id',
    ),
  localProjects: z
    .array(z.string())
    .describe(
      'Names of the projects whose local executions were counted because they have none from CI yet, if the request has no `source`; only projects with an execution in the window, at most 20, sorted by name',
    ),
};
export interface UsedSource {
  source: Source;
  localProjects: string[];
}

/** Filters that all lists and metrics share. */
export const filterParameters = {
  project: z.string().min(1).max(200).optional().describe('Name of the project'),
  branch: z.string().min(1).max(1000).optional().describe('Name of the git branch'),
  framework: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of the test framework, such as `vitest`, `jest` or `playwright`'),
  environment: z.string().min(1).max(1000).optional().describe('Name of the environment'),
  source: z
    .enum(SOURCES)
    .optional()
    .describe(
      'Executions to count: those from CI (`ci`), those from developer machines (`local`), or `all`. Default: per project, those from CI, or local ones if it has none from CI yet',
    ),
  ...windowParameters,
};

/** Search parameters of the list of executions and of its trends. */
export const searchParameters = {
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Text to find in name, branch, commit message and author. `PR 112`, `!112` and `#112` also match a pull request, `112` and `#112` an execution number, 7 or more hex digits a commit',
    ),
  tag: z
    .array(z.string().min(1).max(1_000))
    .min(1)
    .max(20)
    .optional()
    .describe('Tags that an execution must all have; repeatable, up to 20'),
};

/** Maximum number of values of each kind in `filters.options`. */
export const FILTER_OPTIONS_MOST = 200;

const filterOption = z.object({
  name: z.string(),
  executions: z
    .number()
    .int()
    .describe('Number of executions with this value among the newest 10,000 of the window'),
});
export type FilterOption = z.infer<typeof filterOption>;

/** Values that a filter can have: the newest 200 of each kind, last used first. */
export const filterOptions = z
  .object({
    branches: z.array(filterOption),
    environments: z.array(filterOption),
    frameworks: z.array(filterOption),
    tags: z.array(filterOption),
  })
  .meta({ id: 'FilterOptions' });
export type FilterOptions = z.infer<typeof filterOptions>;

/** Input of `filters.options`. */
export const filterOptionsQuery = z.strictObject({
  project: filterParameters.project,
  ...windowParameters,
});
export type FilterOptionsQuery = z.infer<typeof filterOptionsQuery>;
