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

/** The time window; an execution is in the window if its `startedAt` is. */
export const windowParameters = {
  from: dateOrDateTime
    .optional()
    .describe('Beginning of the window, inclusive; default 30 days before `to`'),
  to: dateOrDateTime.optional().describe('End of the window, exclusive; default now'),
};

export const SOURCES = ['ci', 'local', 'all'] as const;
export type Source = (typeof SOURCES)[number];

/** How many projects `localProjects` names at most. */
export const MAX_LOCAL_PROJECTS = 20;

/** The executions that an answer counted, as fields of the answer. */
export const usedSource = {
  source: z
    .enum(SOURCES)
    .describe(
      'Which executions were counted: those from CI, those from developer machines, or all. An ' +
        'execution comes from CI when its `ci` names a provider or a run id',
    ),
  localProjects: z
    .array(z.string())
    .describe(
      'Without `source` in the request: projects that have no execution from CI yet, so that their ' +
        'local ones were counted; those with an execution in the window, at most 20, by name',
    ),
};
export interface UsedSource {
  source: Source;
  localProjects: string[];
}

/** The filters that every list and metric shares. */
export const filterParameters = {
  project: z.string().min(1).max(200).optional().describe('Name of the project'),
  branch: z.string().min(1).max(1000).optional().describe('Name of the git branch'),
  framework: z.string().min(1).max(200).optional().describe('`vitest`, `jest`, `playwright`, …'),
  environment: z.string().min(1).max(1000).optional().describe('Name of the environment'),
  source: z
    .enum(SOURCES)
    .optional()
    .describe(
      'Executions from `ci`, from developer machines (`local`), or `all`. Default: of each project ' +
        'those from CI, or its local ones before it has any from CI',
    ),
  ...windowParameters,
};

/** What the list of executions, and the trends beside it, look for in an execution. */
export const searchParameters = {
  search: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'In name, branch, commit message and author. `PR 112`, `!112` and `#112` also name a pull request, `112` and `#112` a number, 7 digits or more a commit',
    ),
  tag: z
    .array(z.string().min(1).max(1_000))
    .min(1)
    .max(20)
    .optional()
    .describe('Only executions with all of these tags; repeatable, up to 20'),
};

/** How many values of a kind `filters.options` names at most. */
export const FILTER_OPTIONS_MOST = 200;

const filterOption = z.object({
  name: z.string(),
  executions: z.number().int().describe('Among the newest 10,000 executions of the window'),
});
export type FilterOption = z.infer<typeof filterOption>;

/** The values that a filter can take: the newest 200 of each kind, the last used first. */
export const filterOptions = z
  .object({
    branches: z.array(filterOption),
    environments: z.array(filterOption),
    frameworks: z.array(filterOption),
    tags: z.array(filterOption),
  })
  .meta({ id: 'FilterOptions' });
export type FilterOptions = z.infer<typeof filterOptions>;

/** The input of `filters.options`. */
export const filterOptionsQuery = z.strictObject({
  project: filterParameters.project,
  ...windowParameters,
});
export type FilterOptionsQuery = z.infer<typeof filterOptionsQuery>;
