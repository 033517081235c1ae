import type { BindValue } from '../db/execution-conditions.ts';

/** The condition that a text occurs in a test's title, as people read it (`cart › adds up`), or in its file. */
export function testSearchCondition(search: string, value: BindValue): string {
  const pattern = value(containing(search));
  return `(tests.file ILIKE ${pattern} OR (${storedTitleCondition(search, value)} AND (
    SELECT string_agg(part.title, ' › ' ORDER BY part.place)
    FROM jsonb_array_elements_text(tests.title_path) WITH ORDINALITY AS part (title, place)
  ) ILIKE ${pattern}))`;
}

/** The pattern of LIKE for any text that has this one in it. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Sorts out most tests by their titles as they are stored, which costs a third of putting them together:
 * what lies within one part is found in the JSON too, in JSON's spelling.
 */
function storedTitleCondition(search: string, value: BindValue): string {
  const mayCrossParts = search.includes('›') || search.trim() !== search;
  if (mayCrossParts) return 'true';
  return `tests.title_path::text ILIKE ${value(containing(JSON.stringify(search).slice(1, -1)))}`;
}
