import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OPTION_NAMES } from '../../packages/reporter-core/src/options/unknown-options.ts';
import { OWN_OPTIONS } from '../../packages/vitest-reporter/src/run/options.ts';
import { DOCS } from './generated-pages.ts';

/** Jest has no attachments. */
const NOT_OF_JEST = ['artifacts', 'maxArtifactSizeBytes'];

it.each([
  ['vitest', [...OPTION_NAMES, ...OWN_OPTIONS]],
  ['jest', OPTION_NAMES.filter((name) => !NOT_OF_JEST.includes(name))],
  ['playwright', OPTION_NAMES],
])('lists each option of the reporter for %s with its variable', (framework, options) => {
  const rows = readRows(readFileSync(join(DOCS, `send/${framework}.md`), 'utf8'));
  expect(new Set(rows.map(({ option }) => option))).toEqual(new Set([...options, undefined]));
  expect(rows.filter(({ option, variable }) => variable !== toVariable(option))).toEqual([]);
});

/** `SVC_UPLOAD_BUDGET_MS` for `uploadBudgetMs`. `SVC_SHARD` has no option. */
function toVariable(option = 'shard'): string {
  if (option === 'key') return 'SVC_EXECUTION_KEY';
  return `SVC_${option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The options of the table, each with its variable. A row may have several. */
function readRows(page: string): { option: string | undefined; variable: string }[] {
  const rows = page.matchAll(/^\| ([^|]*)\| (`SVC_[^|]*)\|/gm);
  return Array.from(rows, ([, options = '', variables = '']) => {
    const names = options.match(/\w+/g) ?? [];
    return (variables.match(/\w+/g) ?? []).map((variable, index) => ({
      option: names[index],
      variable,
    }));
  }).flat();
}
