import { shortenText } from '@svc/contract/zod-free/shorten-text';

/** What a text says of a test, beside its outcome. */
export interface NamedTest {
  titlePath: readonly string[] | null;
  variant: string | null;
  file: string | null;
  line: number | null;
  /** Legs of a CI matrix in which it ended so; empty if they are not worth a word. */
  legs?: readonly string[];
  /** In a list of several executions: each counts a test once. */
  executionId?: string;
}

/** What identifies a test in a list. */
export type IdentifiedTest = Pick<NamedTest, 'titlePath' | 'variant' | 'file' | 'executionId'>;

/** Equal for the results of one test, in each leg. */
export function buildTestKey({ file, titlePath, variant, executionId }: IdentifiedTest): string {
  return JSON.stringify([executionId, file, titlePath, variant]);
}

// Enough to recognize a test. A title of a generated test may be a whole document.
const MOST_CHARACTERS = 300;

/** `cart › checkout › keeps the discount [chromium]`, on one line, at most `most` characters; not escaped. */
export function formatTestTitle(
  { titlePath, variant }: Pick<NamedTest, 'titlePath' | 'variant'>,
  most = MOST_CHARACTERS,
): string {
  const title = shortenText((titlePath ?? []).join(' › '), most, { oneLine: true });
  return variant ? `${title} [${shortenText(variant, most, { oneLine: true })}]` : title;
}

/** `src/cart.test.ts:88`, on one line; not escaped. */
export function formatTestPlace({ file, line }: { file: string; line: number | null }): string {
  const path = shortenText(file, MOST_CHARACTERS, { oneLine: true });
  return line === null ? path : `${path}:${line}`;
}
