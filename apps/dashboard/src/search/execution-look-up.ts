import { buildTimeWindow } from './time-window.ts';

// Someone who names an execution means that one, however old it is. The API takes windows of up to 400 days.
const NAMED_DAYS = 399;

/** What to ask the list of executions for: a number (`308`, `#308`), a pull request, a commit, or a text. */
export interface ExecutionLookUp {
  number?: number;
  pullRequest?: number;
  commit?: string;
  search?: string;
  from?: string;
}

/** A number goes with a project, so without `project` it is a text. */
export function buildExecutionLookUp(
  search: string,
  project: string | undefined,
  now = new Date(),
): ExecutionLookUp {
  const { from } = buildTimeWindow({ days: NAMED_DAYS }, now);
  const number = parseExecutionNumber(search);
  if (number !== null && project !== undefined) return { number, from };
  const pullRequest = parsePullRequestNumber(search);
  if (pullRequest !== null) return { pullRequest, from };
  if (/^[0-9a-f]{7,40}$/i.test(search)) return { commit: search, from };
  return search === '' ? {} : { search: search.slice(0, 200) };
}

/** The number that is meant by `308` and `#308`, or null. */
export function parseExecutionNumber(search: string): number | null {
  const number = Number(/^#?(\d{1,9})$/.exec(search)?.[1] ?? 0);
  return number > 0 ? number : null;
}

/** The number that is meant by `PR 112`, `pr #112`, `MR 112` and `!112`, or null. */
export function parsePullRequestNumber(search: string): number | null {
  const [, number] =
    /^(?:!|(?:pr|mr|pull request|merge request)\b *[#!]?) *(\d{1,9})$/i.exec(search) ?? [];
  return Number(number ?? 0) > 0 ? Number(number) : null;
}
