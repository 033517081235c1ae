import type { BindValue } from '../db/execution-conditions.ts';

/** The condition that a text occurs in a test's title, as people read it (`cart › adds up`), or in its file. */
export function testSearchCondition(search: string, value: BindValue): string {
  const pattern = value(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return `(tests.file ILIKE ${pattern} OR (
    SELECT string_agg(part.title, ' › ' ORDER BY part.place)
    FROM jsonb_array_elements_text(tests.title_path) WITH ORDINALITY AS part (title, place)
  ) ILIKE ${pattern})`;
}
