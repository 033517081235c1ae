import { escapeNul } from '../statements.ts';
import type { BindValue } from './execution-conditions.ts';

/** The search terms for executions. An absent field does not filter. */
export interface SearchFilter {
  search?: string | undefined;
  tag?: readonly string[] | undefined;
}

/** The conditions that an execution has the text in what people read of it, and all of the tags. */
export function searchConditions({ search, tag }: SearchFilter, value: BindValue): string[] {
  // The connection replaces NUL in texts, and not in the elements of arrays.
  const ofTags =
    tag === undefined ? [] : [`executions.tags @> ${value(tag.map(escapeNul))}::text[]`];
  return search === undefined ? ofTags : [...ofTags, searchCondition(search, value)];
}

const SEARCHED = [
  'executions.name',
  'executions.branch',
  'executions.commit_message',
  "executions.git ->> 'author'",
];

/** The text as part of what people read; `PR 112` and `!112` are a pull request, `#112` may be an execution, too. */
function searchCondition(search: string, value: BindValue): string {
  const text = value(`%${escapeLike(search)}%`);
  const either = SEARCHED.map((column) => `${column} ILIKE ${text}`);
  const { said, number } =
    /^(?<said>#|!|(?:pr|mr|pull request|merge request)\b *[#!]?)? *(?<number>\d{1,9})$/i.exec(
      search.trim(),
    )?.groups ?? {};
  if (number !== undefined) {
    either.push(`executions.pull_request = ${value(Number(number))}`);
    if (said === undefined || said === '#')
      either.push(`executions.number = ${value(Number(number))}`);
  }
  if (/^[0-9a-f]{7,64}$/i.test(search)) {
    either.push(`left(executions.commit, 64) LIKE ${value(`${search.toLowerCase()}%`)}`);
  }
  return `(${either.join(' OR ')})`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
