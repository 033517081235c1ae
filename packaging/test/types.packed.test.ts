import { expect, inject, it } from 'vitest';
import { Folder } from './folder.ts';

const { '@svc/server': _, ...tarballs } = inject('tarballs');

const FRAMEWORKS = ['vitest@5', 'jest@30', '@playwright/test'];

it.each([
  ['npm', 'typescript@5.7'],
  ['pnpm', 'typescript@7'],
])('compiles without skipLibCheck where %s installed the packages', async (manager, typescript) => {
  const folder = new Folder(24);
  folder.write({ ...FILES, 'pnpm-workspace.yaml': 'strictDepBuilds: false\n' });
  const packages = [typescript, '@types/node@24', ...FRAMEWORKS, ...Object.values(tarballs)];
  await (manager === 'npm' ? folder.npmInstall(...packages) : folder.pnpmAdd(...packages));
  const { stdout } = await folder.run('npx', ['tsc', '--pretty', 'false']);
  // Errors in the types of a framework are not ours.
  const ours = stdout
    .split('\n')
    .filter((line) => /error TS/.test(line) && !/^node_modules\/(?!.*@svc\/)/.test(line));
  expect(ours).toEqual([]);
  // The compiler has run, and has read our types.
  const listed = await folder.run('npx', ['tsc', '--listFilesOnly']);
  for (const name of ['client', 'vitest-reporter', 'jest-reporter', 'playwright-reporter']) {
    expect(listed.stdout).toMatch(new RegExp(`@svc/${name}/dist/index\\.d\\.ts`));
  }
});

const FILES = {
  'package.json': '{ "name": "shop", "private": true, "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom'],
      types: ['node'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['use.ts'],
  }),
  'use.ts': `import { createSvcClient, SvcClientError, type SvcClientErrorCode } from '@svc/client';
import JestReporter, { type JestReporterOptions } from '@svc/jest-reporter';
import PlaywrightReporter, { type PlaywrightReporterOptions } from '@svc/playwright-reporter';
import VitestReporter, { type VitestReporterOptions } from '@svc/vitest-reporter';
import { defineConfig } from 'vitest/config';

const client = createSvcClient({ url: 'http://localhost:4400', apiKey: 'svc_…' });
const { items } = await client.executions.list.query({ branch: 'main', status: ['failed'] });
export const failed: number[] = items.map(({ totals }) => totals.failed);
// @ts-expect-error -- a number, so the answer is not of type any
export const text: string | undefined = items[0]?.totals.failed;
// @ts-expect-error -- no such status
await client.executions.list.query({ status: ['broken'] });
const { results } = await client.executions.get.query({ id: items[0]?.id ?? '' });
export const messages: (string | undefined)[] = results.flatMap(({ attempts }) =>
  attempts.map(({ errors }) => errors[0]?.message),
);
export const codeOf = (error: unknown): SvcClientErrorCode | undefined =>
  error instanceof SvcClientError ? error.code : undefined;

const vitest: VitestReporterOptions = { locations: true, onUpload: (outcome) => outcome.ok };
export const config = defineConfig({ test: { reporters: ['default', new VitestReporter(vitest)] } });
export const playwright = new PlaywrightReporter({ name: 'e2e' } satisfies PlaywrightReporterOptions);
export const jest: JestReporterOptions = { includeOutput: 'all' };
export const jestReporter: new (config: never, options?: JestReporterOptions) => object = JestReporter;
// @ts-expect-error -- no such option
export const wrong: JestReporterOptions = { colour: true };
`,
};
