import { expect, it } from 'vitest';
import { junit, makeFolder, reportsIn } from '../../test/make-folder.ts';
import { separateCompanions } from './companion-files.ts';

it.each([
  ['always', 'out/a.xml', ['out/b.xml'], true],
  ['always', 'site/a.xml', ['out/b.xml'], true],
  ['always', 'out/a.xml', [], false],
  ['maven', 'out/a.txt', ['out/TEST-b.xml'], true],
  ['maven', 'out/a.xml', ['out/junitreports/b.xml'], true],
  ['maven', 'out/a.xml', ['out/TEST-b.xml', 'out/vitest/junit.xml'], true],
  ['maven', 'out/a.xml', ['out/vitest/junit.xml'], false],
  ['maven', 'out/a.xml', ['out/junit.xml'], false],
  ['maven', 'out/a.xml', ['out/deep/TEST-b.xml'], false],
  ['maven', 'out/deep/a.txt', ['out/TEST-b.xml'], false],
  ['maven', 'out/a.txt', ['output/TEST-b.xml'], false],
  ['maven', 'out/a.txt', [], false],
  ['named', 'out/a.b-output.txt', ['out/TEST-a.b.xml'], true],
  ['named', 'out/a.b-output.txt', ['out/a.b.xml'], true],
  ['named', 'out/unit-output.txt', ['out/TEST-a.xml', 'out/unit.json.xml'], false],
  ['named', 'out/unit-output.txt', ['unit.xml'], false],
  ['allure', 'out/a-attachment', ['out/a.xml'], false],
  ['allure', 'out/environment.xml', ['out/a.xml'], false],
  [undefined, 'out/a.xml', ['out/TEST-b.xml'], false],
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

it('leaves out the parts of Allure beside its results', async () => {
  const result = { uuid: 'a', historyId: 'a', status: 'passed', name: 'a' };
  const directory = await makeFolder({ 'out/a-result.json': JSON.stringify(result) });
  const format = { name: 'x', companion: 'allure' } as const;
  const reports = await reportsIn(directory, 'out/a-result.json');
  const part = { path: `${directory}/out/environment.xml`, format };
  const other = { path: `${directory}/environment.xml`, format };
  expect(separateCompanions([part, other], reports)).toEqual({
    companions: [part],
    others: [other],
  });
});
