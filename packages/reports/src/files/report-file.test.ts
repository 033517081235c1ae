import { expect, it } from 'vitest';
import { junit, makeFolder, WRITTEN_AT } from '../../test/make-folder.ts';
import { describeFile, toShownPath } from './report-file.ts';

const UUID = '0199f0a1-7b8c-4d00-8e00-000000000812';

async function describe(name: string, content: string | Buffer, format?: 'tap' | 'allure') {
  const directory = await makeFolder({ [name]: content });
  const described = await describeFile(`${directory}/${name}`, { directory, format });
  return { directory, described };
}

it('describes a report by its first bytes', async () => {
  const content = junit(['a'], 'timestamp="2026-11-20T09:00:00Z"');
  const { directory, described } = await describe('out/a.xml', content);
  expect(described).toEqual({
    kind: 'report',
    file: {
      path: `${directory}/out/a.xml`,
      contents: [`${directory}/out/a.xml`],
      folder: `${directory}/out`,
      shown: 'out/a.xml',
      format: 'junit',
      sizeBytes: content.length,
      modifiedAt: WRITTEN_AT,
      statedAt: Date.parse('2026-11-20T09:00:00Z'),
    },
  });
});

it.each<{ what: string; name: string; content: string | Buffer; kind: string; format?: string }>([
  { what: 'an empty file', name: 'a.xml', content: '', kind: 'empty', format: 'junit' },
  {
    what: 'only a declaration',
    name: 'a',
    content: '<?xml version="1.0"?>',
    kind: 'empty',
    format: 'junit',
  },
  { what: 'TAP', name: 'a.log', content: 'TAP version 13\n1..0\n', kind: 'report', format: 'tap' },
  { what: 'a text', name: 'a.txt', content: 'hello', kind: 'other' },
  { what: 'other XML', name: 'a.xml', content: '<project/>', kind: 'other' },
  { what: 'other JSON', name: 'a.json', content: '{"name":"shop"}', kind: 'other' },
  {
    what: 'UTF-16, low byte first',
    name: 'a.xml',
    content: Buffer.from(`\ufeff${junit([])}`, 'utf16le'),
    kind: 'report',
    format: 'junit',
  },
  {
    what: 'UTF-16, high byte first',
    name: 'a.xml',
    content: Buffer.from(`\ufeff${junit([])}`, 'utf16le').swap16(),
    kind: 'report',
    format: 'junit',
  },
  // An Allure result that was cut off has only its name; an empty one is a test whose outcome is lost.
  {
    what: 'an empty Allure result',
    name: `${UUID}-result.json`,
    content: '',
    kind: 'report',
    format: 'allure',
  },
  {
    what: 'a cut-off Allure container',
    name: `${UUID}-container.json`,
    content: '{"uu',
    kind: 'report',
    format: 'allure',
  },
  {
    what: 'an attachment of Allure',
    name: `${UUID}-attachment.json`,
    content: '{"uu',
    kind: 'other',
  },
])('describes $what', async ({ name, content, kind, format }) => {
  const { described } = await describe(name, content);
  expect([described.kind, 'file' in described ? described.file.format : undefined]).toEqual([
    kind,
    format,
  ]);
});

it('shows the beginning of what it does not recognize', async () => {
  const { described } = await describe('a.txt', 'hello'.repeat(20_000));
  expect(described).toEqual({ kind: 'other', head: 'hello'.repeat(20_000).slice(0, 64 * 1024) });
});

it('believes the user about the format', async () => {
  const { described } = await describe('a.txt', 'hello', 'tap');
  expect(described).toMatchObject({ kind: 'report', file: { format: 'tap' } });
  expect((await describe('a.txt', '', 'tap')).described.kind).toBe('empty');
  // The files of a folder are read together, and their times too.
  const allure = (await describe('a.json', '{"start":1}', 'allure')).described;
  expect(allure).toMatchObject({ kind: 'report', file: { format: 'allure', statedAt: undefined } });
});

it('rejects with the cause for a file that does not exist, and for a folder', async () => {
  const directory = await makeFolder({ 'a/b.xml': '' });
  const describing = (path: string) => describeFile(path, { directory, format: undefined });
  await expect(describing(`${directory}/c.xml`)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(describing(`${directory}/a`)).rejects.toMatchObject({ code: 'EISDIR' });
});

it('shows a path inside of the directory relative, any other whole', () => {
  expect(toShownPath('/shop/out/a.xml', '/shop')).toBe('out/a.xml');
  expect(toShownPath('/shop', '/shop')).toBe('/shop');
  expect(toShownPath('/other/a.xml', '/shop')).toBe('/other/a.xml');
});
