import type { Source, UsedSource } from '@svc/contract/filters';
import type { Invocation } from '../invocation/invocation.ts';
import { resolveProjectScope, type FilterFlags, type ProjectScope } from './filter-flags.ts';
import { parseTimeWindow, formatTimeWindow } from '../flags/time-window.ts';
import { formatFlags } from '../errors/proposed-command.ts';

/** The subject of an answer, for its first line. */
export interface Subject {
  /** Undefined: all projects. */
  project: string | undefined;
  /** The source of a project that was not typed. */
  takenFrom: string | undefined;
  branch: string | undefined;
  /** In words: `last 30 days`. */
  window: string;
  /** There are filters besides the project, so an empty answer is no surprise. */
  isFiltered: boolean;
  /** The source that the server chose, if none was requested. */
  defaultSource?: Source | undefined;
  /** Projects without executions from CI, whose local ones the server counted. */
  localProjects?: string[] | undefined;
}

/** The contract's shared filters, as sent to the server. */
export type Filters = Omit<FilterFlags, 'allProjects'>;

export interface Question {
  filters: Filters;
  subject: Subject;
  scope: ProjectScope;
}

/** The filter flags as the contract's filters, and in words. */
export async function buildQuestion(flags: FilterFlags, invocation: Invocation): Promise<Question> {
  const { branch, framework, environment, source } = flags;
  const scope = await resolveProjectScope(flags, invocation);
  const { project, takenFrom } = scope;
  const window = formatTimeWindow(flags);
  const isFiltered = formatFlags(flags, NOT_NARROWING) !== '';
  return {
    filters: {
      project,
      branch,
      framework,
      environment,
      source,
      ...parseTimeWindow(flags, invocation.now),
    },
    subject: { project, takenFrom, branch, window, isFiltered },
    scope,
  };
}

/** The counted executions for the first lines of an answer. */
export function pickDefaultSource({ source }: FilterFlags, answer: UsedSource) {
  if (source !== undefined) return {};
  return { defaultSource: answer.source, localProjects: answer.localProjects };
}

const NOT_NARROWING = {
  project: undefined,
  allProjects: undefined,
  limit: undefined,
  sort: undefined,
  granularity: undefined,
  timezone: undefined,
  table: undefined,
};
