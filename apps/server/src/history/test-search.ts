import type { BindValue } from '../db/conditions/execution-conditions.ts';

/** The condition that a text occurs in a test's displayed title (`cart › adds up`) or in its file. */
export function testSearchCondition(search: string, value: BindValue): string {
  const pattern = value(buildLikePattern(search));
  return `(tests.file ILIKE ${pattern} OR (${storedTitleCondition(search, value)} AND (
    SELECT string_agg(part.title, ' › ' ORDER BY part.place)
    FROM jsonb_array_elements_text(tests.title_path) WITH ORDINALITY AS part (title, place)
  ) ILIKE ${pattern}))`;
}

/** The LIKE pattern for texts that contain `text`. */
export function buildLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Filters out most tests by their stored titles, which costs a third of joining the title: a text within one part
 * also occurs in the JSON, in JSON's escaping.
 */
function storedTitleCondition(search: string, value: BindValue): string {
  const mayCrossParts = search.includes('›') || search.trim() !== search;
  if (mayCrossParts) return 'true';
  return `tests.title_path::text ILIKE ${value(buildLikePattern(JSON.stringify(search).slice(1, -1)))}`;
}
