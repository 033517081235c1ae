import { formatNumber } from '@svc/contract/zod-free/amounts';

/** The tone of a message, which decides its colour. */
export type Tone = 'pass' | 'fail' | 'flaky' | 'info';

/** A test as a message names it: at most 140 UTF-16 units of each text. */
export interface ListedTest {
  title: string;
  file: string;
  /** Its page in the dashboard. */
  url: string;
}

/** A page in the dashboard. */
export interface Link {
  label: string;
  url: string;
}

/**
 * The message of an event for people, for every chat. The texts contain no invisible characters and no line breaks, but
 * they are not escaped. `title` and all `facts` have at most 400 UTF-16 units each, `prose` at most 20 lines with
 * 2,000.
 */
export interface Message {
  title: string;
  tone: Tone;
  /** Short facts for one line, such as `3 failed, 240 passed`. */
  facts: string[];
  /** Lines of whole sentences. */
  prose: string[];
  /** Tests, at most 10. */
  tests: ListedTest[];
  /** How many tests the list leaves out. */
  testsOmitted: number;
  link: Link;
}

/** Separator of two facts. */
export const FACT_SEPARATOR = ' · ';

/** How many tests the list leaves out, as its last line: `and 32 more`. Null for none. */
export function formatOmitted(testsOmitted: number): string | null {
  return testsOmitted === 0 ? null : `and ${formatNumber(testsOmitted)} more`;
}
