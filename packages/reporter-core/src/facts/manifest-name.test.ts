import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findManifestName } from './manifest-name.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-manifest-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(files: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

it.each([
  ['the name', { 'package.json': { name: 'shop' } }, 'shop'],
  ['the name without its scope', { 'package.json': { name: '@acme/shop' } }, 'shop'],
  ['no name', { 'package.json': {} }, undefined],
  ['an empty name', { 'package.json': { name: ' ' } }, undefined],
  ['a name that is no text', { 'package.json': { name: ['shop'] } }, undefined],
  ['a broken file', { 'package.json': '{' }, undefined],
  ['a list', { 'package.json': [] }, undefined],
  ['no file', {}, undefined],
])('reads %s', (_, files, name) => {
  write(files);
  expect(findManifestName(directory)).toBe(name);
});

it('prefers the root of the repository, and asks the next folder where it has no name', () => {
  const web = { 'apps/web/package.json': { name: 'web' } };
  write({ '.git/HEAD': 'ref: refs/heads/main\n', ...web });
  expect(findManifestName(join(directory, 'apps/web'))).toBe('web');
  write({ 'package.json': { name: 'acme' } });
  expect(findManifestName(join(directory, 'apps/web'))).toBe('acme');
});

it('cuts a name that no server takes', () => {
  write({ 'package.json': { name: 'x'.repeat(300) } });
  expect(findManifestName(directory)).toHaveLength(200);
});
