import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settings } from '../../apps/server/src/settings.ts';
import { CONFIGURATION_PAGE, describeSettings } from './configuration-page.ts';
import { DOCS } from './generated-pages.ts';

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

const BYTES = { MiB: 1024 ** 2, GiB: 1024 ** 3 };
/** A number behind a setting, or in the cell before it. */
const DEFAULT =
  /`(?<name>SVC_\w+)`(?: \(|, )(?<behind>\d+)(?: (?<unit>[MG]iB))?|\| (?<before>\d+) +\| `(?<next>SVC_\w+)`/g;

it('agrees with every default that another page names', () => {
  const named = globSync('**/*.md', { cwd: DOCS }).flatMap((page) =>
    Array.from(readFileSync(join(DOCS, page), 'utf8').matchAll(DEFAULT), ({ groups = {} }) => {
      const { name = groups['next'] ?? '', behind = groups['before'], unit } = groups;
      const factor = unit === undefined ? 1 : BYTES[unit as keyof typeof BYTES];
      return { page, name, value: Number(behind) * factor };
    }),
  );
  expect(named.length).toBeGreaterThan(12);
  const defaults = settings.parse({}) as Record<string, unknown>;
  expect(named.filter(({ name, value }) => defaults[name] !== value)).toEqual([]);
});
