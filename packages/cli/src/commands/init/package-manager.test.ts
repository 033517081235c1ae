import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { readManifest } from './manifest.ts';
import { buildInstallCommand, detectPackageManager, chooseRunner } from './package-manager.ts';

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await emptyFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function projectIn(files: Record<string, string>) {
  const folder = await makeFolder({ 'package.json': '{}', ...files });
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new Error('there is no manifest');
  return { folder, manifest };
}

async function managerIn(files: Record<string, string>, above: Record<string, string> = {}) {
  const { folder, manifest } = await projectIn(files);
  return detectPackageManager([folder, await makeFolder(above)], manifest);
}

it.each([
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['package-lock.json', 'npm'],
])('knows by %s that a project uses %s', async (file, manager) => {
  expect(await managerIn({ [file]: '' })).toBe(manager);
  expect(await managerIn({}, { [file]: '' })).toBe(manager);
});

it('prefers the nearest lockfile over the field, over npm', async () => {
  const stated = { 'package.json': '{"packageManager": "yarn@4.0.0"}' };
  expect(await managerIn({ ...stated, 'package-lock.json': '' })).toBe('npm');
  expect(await managerIn(stated)).toBe('yarn');
  expect(await managerIn({})).toBe('npm');
});

it('adds to the root of a pnpm workspace explicitly', async () => {
  const root = await projectIn({ 'pnpm-workspace.yaml': '' });
  expect(buildInstallCommand('pnpm', ['a', 'b'], root)).toBe(
    'pnpm add --save-dev --workspace-root a b',
  );
  expect(buildInstallCommand('pnpm', ['a'], await projectIn({}))).toBe('pnpm add --save-dev a');
});

it.each([
  [{ workspaces: ['packages/*'] }, {}, 'yarn add --dev -W a'],
  [{ workspaces: ['packages/*'], packageManager: 'yarn@1.22.22' }, {}, 'yarn add --dev -W a'],
  // Later versions refuse -W.
  [{ workspaces: ['packages/*'], packageManager: 'yarn@4.9.1' }, {}, 'yarn add --dev a'],
  [{ workspaces: ['packages/*'] }, { '.yarnrc.yml': '' }, 'yarn add --dev a'],
  [{}, {}, 'yarn add --dev a'],
])('adds to the root of a Yarn workspace %j %j with %s', async (manifest, files, command) => {
  const project = await projectIn({ ...files, 'package.json': JSON.stringify(manifest) });
  expect(buildInstallCommand('yarn', ['a'], project)).toBe(command);
});

it('has no manifest in a folder without one, or with a broken one', async () => {
  expect(await readManifest(await emptyFolder())).toBeUndefined();
  expect(await readManifest(await makeFolder({ 'package.json': '[' }))).toBeUndefined();
});

it('starts programs with what finds them: npx finds none without node_modules', () => {
  expect((['npm', 'pnpm', 'yarn', 'bun'] as const).map(chooseRunner)).toEqual([
    'npx',
    'npx',
    'yarn',
    'bunx',
  ]);
});
