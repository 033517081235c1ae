import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder, NodeMajor } from './folder.ts';

export const FRAMEWORKS = ['vitest', 'jest', 'playwright'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** Each Node with frameworks that run on it: on the newest the newest, on the oldest the oldest that we support. */
export const VERSIONS: Record<NodeMajor, string[]> = {
  20: ['vitest@3', 'jest@29', '@playwright/test@1.40.1'],
  22: ['vitest@4', 'jest@30', '@playwright/test@1.52'],
  24: ['vitest@5', 'jest@30', '@playwright/test'],
};

interface Project {
  command: string[];
  file: string;
  imports: string;
}

/** Each command runs only its own file: the frameworks share a folder. */
export const PROJECTS: Record<Framework, Project> = {
  vitest: {
    command: ['vitest', 'run', 'vitest-shop'],
    file: 'vitest-shop.test.ts',
    imports: "import { expect, test } from 'vitest';\n",
  },
  jest: { command: ['jest', 'jest-shop'], file: 'jest-shop.test.js', imports: '' },
  playwright: {
    command: ['playwright', 'test', 'playwright-shop'],
    file: 'playwright-shop.spec.ts',
    imports: "import { expect, test } from '@playwright/test';\n",
  },
};

/** Writes the configuration that the reporter's README shows, a test that passes, and one that fails. */
export function writeProject(folder: Folder, name: Framework): void {
  const readme = join(folder.path, `node_modules/@svc/${name}-reporter/README.md`);
  const [, configFile, config] = EXAMPLE.exec(readFileSync(readme, 'utf8')) ?? [];
  if (configFile === undefined || config === undefined) throw new Error(`no example in ${readme}`);
  const { file, imports } = PROJECTS[name];
  folder.write({ [configFile]: config, [file]: `${imports}${TESTS}` });
}

/** A block of code whose first line names its file. */
const EXAMPLE = /```(?:js|ts)\n\/\/ ([\w.-]+).*\n([\s\S]*?)```/;

const TESTS = `
test('adds up', () => expect(1 + 1).toBe(2));
test('keeps the discount', () => expect(90).toBe(100));
`;
