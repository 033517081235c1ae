import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findSnippets, PAGES, readPage, type Snippet } from './find-snippets.ts';
import { isKnownVariable } from './known-variables.ts';
import { RULES } from './rules.ts';
import { findTypeErrors } from './type-errors.ts';

const snippets = findSnippets();
const byLanguage = Map.groupBy(snippets, ({ language }) => language);
const COMPILED = ['js', 'ts'];
/** The types of the client are those of the whole server, which take too long to compile once more. */
const CLIENT = {
  page: 'packages/client/README.md',
  example: 'packages/client/test/readme-example.ts',
};
let commandCount = 0;

afterAll(() => {
  process.stdout.write(
    `documentation: ${snippets.length} snippets and ${commandCount} commands checked\n`,
  );
});

it('has a rule for the language of every snippet', () => {
  const known = [...Object.keys(RULES), ...COMPILED];
  const strange = snippets.filter(({ language }) => !known.includes(language));
  expect(strange.map(({ page, line, language }) => `${page}:${line}: '${language}'`)).toEqual([]);
  expect(known.filter((language) => !byLanguage.has(language))).toEqual([]);
});

it('has no code that is only indented', () => {
  const indented = PAGES.filter((page) =>
    /\n\n {4}\S/.test(readPage(page).replaceAll(/^( *)(`{3,})[^]*?^\1\2$/gm, '')),
  );
  expect(indented).toEqual([]);
});

it.each(Object.keys(RULES))('finds no mistake in the snippets of %s', async (language) => {
  const mistakes = await Promise.all((byLanguage.get(language) ?? []).map(findMistakes));
  expect(mistakes.flat()).toEqual([]);
});

it('compiles the snippets of TypeScript and JavaScript', { timeout: 120_000 }, () => {
  const compiled = snippets.filter(
    ({ language, page }) => COMPILED.includes(language) && page !== CLIENT.page,
  );
  expect(findTypeErrors(compiled)).toEqual([]);
});

it('shows the example of the client that `pnpm check:types` compiles', () => {
  const shown = snippets.filter(({ language, page }) => language === 'ts' && page === CLIENT.page);
  expect(shown.map(({ text }) => text)).toEqual([readPage(CLIENT.example)]);
});

it('names only environment variables that something reads', () => {
  const unknown = PAGES.flatMap((page) =>
    (readPage(page).match(/\bSVC_[A-Z\d_]*[A-Z\d]\b/g) ?? [])
      .filter((name) => !isKnownVariable(name))
      .map((name) => `${page}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('has heads of pages that parse', () => {
  const heads = PAGES.flatMap((page) => /^---\n([^]*?)\n---\n/.exec(readPage(page))?.[1] ?? []);
  for (const head of heads) expect(Object.keys(parse(head) as object)).toContain('title');
});

async function findMistakes({ page, line, language, text }: Snippet): Promise<string[]> {
  try {
    const commands = (await RULES[language]?.(text)) ?? [];
    commandCount += commands.length;
    return commands
      .filter(({ mistake }) => mistake !== undefined)
      .map((command) => `${page}:${line + command.line}: ${command.mistake ?? ''}`);
  } catch (error) {
    return [`${page}:${line}: ${String(error)}`];
  }
}
