import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../test/make-folder.ts';
import { separateCompanions } from './companion-files.ts';

it.each([
  ['always', 'out/a.xml', ['out/b.xml'], true],
  ['always', 'site/a.xml', ['out/b.xml'], true],
  ['always', 'out/a.xml', [], false],
  ['withReport', 'out/a.txt', ['out/b.xml'], true],
  ['withReport', 'out/a.xml', ['out/junitreports/b.xml'], true],
  ['withReport', 'out/deep/a.txt', ['out/b.xml'], false],
  ['withReport', 'out/a.txt', ['output/b.xml'], false],
  ['withReport', 'out/a.txt', [], false],
  [undefined, 'out/a.xml', ['out/b.xml'], false],
] as const)(
  'leaves out a %s companion %s beside %j: %s',
  async (companion, file, paths, isLeftOut) => {
    const directory = await makeFolder(
      Object.fromEntries(paths.map((path) => [path, junit(['a'])])),
    );
    const format = companion === undefined ? { name: 'x' } : { name: 'x', companion };
    const foreign = { path: `${directory}/${file}`, format };
    expect(separateCompanions([foreign], await reportsIn(directory, ...paths))).toEqual({
      companions: isLeftOut ? [foreign] : [],
      others: isLeftOut ? [] : [foreign],
    });
  },
);
