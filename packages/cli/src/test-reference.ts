import type { TestSummary } from '@svc/contract/tests';

/** What `<test>` may be on the command line. */
export type TestReference =
  | { kind: 'id'; testId: string }
  /** `search` is what the server looks for; `isMeant` tells the test whose title was typed whole. */
  | {
      kind: 'title';
      search: string;
      isMeant: (test: TestSummary) => boolean;
      /** Where the words may also be how an id begins. */
      idPrefix: string | undefined;
    };

// What titles are printed with, in both sets of signs.
const SEPARATOR = / [›>] /;

/** A whole id, or anything else as a part of a title: titles may look like everything, as beginnings of ids do. */
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
