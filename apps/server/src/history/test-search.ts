import type { BindValue } from '../db/conditions/execution-conditions.ts';

/** The condition that a text occurs in a test's displayed title (`cart › adds up`) or in its file. */
export function testSearchCondition(search: string, value: BindValue): string {
  const pattern = value(buildLikePattern(search));
  return `${storedTextCondition(search, value)}
    AND (tests.file ILIKE ${pattern} OR (
      SELECT string_agg(part.title, ' › ' ORDER BY part.place)
      FROM jsonb_array_elements_text(tests.title_path) WITH ORDINALITY AS part (title, place)
    ) ILIKE ${pattern})`;
}

/** The LIKE pattern for texts that contain `text`. */
export function buildLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Filters out most tests by their stored texts, which costs a tenth of joining the title and of ILIKE: a text within
 * the file or within one part of the title also occurs there, maybe in JSON's escaping.
 */
function storedTextCondition(search: string, value: BindValue): string {
  if (search.includes('›')) return 'true';
  // White space at either end may be that between two parts.
  const text = search.trim();
  const escaped = JSON.stringify(text).slice(1, -1);
  const isStored = (one: string) => `strpos(tests.searched, lower(${value(one)}::text)) > 0`;
  return escaped === text ? isStored(text) : `(${isStored(text)} OR ${isStored(escaped)})`;
}
