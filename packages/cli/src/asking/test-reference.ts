import type { TestSummary } from '@svc/contract/history/tests';

/** The forms of `<test>` on the command line. */
export type TestReference =
  | { kind: 'id'; testId: string }
  /** `search` is the server's search text; `isMeant` recognizes a test by its complete title. */
  | {
      kind: 'title';
      search: string;
      isMeant: (test: TestSummary) => boolean;
      /** Set when the words may also be the prefix of an id. */
      idPrefix: string | undefined;
    };

// The separators of printed titles, in both sets of symbols.
const SEPARATOR = / [›>] /;

/** A complete id, or any other text as a part of a title: titles may look like anything, including id prefixes. */
export function parseTestReference(text: string): TestReference {
  const word = text.trim();
  const digits = /^[0-9a-f]{4,32}$/i.test(word) ? word.toLowerCase() : undefined;
  if (digits?.length === 32) return { kind: 'id', testId: digits };
  const path = word.split(SEPARATOR).map((part) => part.trim());
  return {
    kind: 'title',
    search: path.at(-1) || word,
    isMeant: ({ title, titlePath }) =>
      word === title || path.join('\n') === titlePath.map((part) => part.trim()).join('\n'),
    idPrefix: digits,
  };
}
