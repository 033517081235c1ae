import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settings } from '../../apps/server/src/settings.ts';
import { CONFIGURATION_PAGE, describeSettings } from './configuration-page.ts';

it('describes every setting that the server reads, in one sentence or more', () => {
  const described = describeSettings();
  expect(described.map(({ name }) => name)).toEqual(
    Object.keys(settings.shape).filter((name) => name !== 'INIT_CWD'),
  );
  expect(described.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
});

it('names each setting on the page once', () => {
  const page = readFileSync(CONFIGURATION_PAGE, 'utf8');
  const named = Array.from(page.matchAll(/^\| `([A-Z][A-Z\d_]*)`/gm), ([, name]) => name);
  const names = describeSettings().map(({ name }) => name);
  expect(new Set(named)).toEqual(new Set(names));
  expect(named.length).toBe(names.length);
});
