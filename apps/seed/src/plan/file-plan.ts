import { capitalize } from '@svc/contract/zod-free/capitalize';
import type { Framework } from './framework.ts';
import { AREAS, THINGS } from '../names.ts';
import type { WorldFile, WorldProject } from '../world/world.ts';
import { createRandom, deriveKey } from '../random.ts';

/** A test file, with the code that it tests. */
export interface SeededFile {
  path: string;
  thing: string;
  /** The page that its tests open first, in a browser. */
  page: string;
  /** The titles of its tests; null: random ones. */
  titles: readonly string[] | null;
  owner: string | null;
  productPath: string;
  productFunction: string;
  /** Its tests run in two browsers. */
  hasTwoVariants: boolean;
  /** The number of its slots for tests. */
  size: number;
  key: number;
}

/** Makes files for this many tests. Each file has four to twenty tests; the last one may have fewer. */
export function planFiles(
  tests: number,
  { key, framework, hasOwners }: { key: number; framework: Framework; hasOwners: boolean },
): SeededFile[] {
  const files: SeededFile[] = [];
  for (let left = tests; left > 0;) {
    const index = files.length;
    const random = createRandom(deriveKey(key, 'file', index));
    const size = Math.min(left, 4 + random.integer(17));
    left -= size;
    const { area, thing, name } = nameFile(index);
    files.push({
      path: framework === 'vitest' ? `src/${area}/${name}.test.ts` : `e2e/${area}/${name}.spec.ts`,
      thing: name,
      page: '/',
      titles: null,
      owner: hasOwners ? `team-${area}` : null,
      productPath: `src/${area}/${name}.ts`,
      productFunction: `${random.pick(['load', 'save', 'apply', 'read', 'resolve'])}${capitalize(thing)}`,
      hasTwoVariants: framework === 'playwright' && index % 5 === 0,
      size,
      key: deriveKey(key, 'file', index),
    });
  }
  return files;
}

/** The files of a project of a world. */
export function toSeededFiles(files: readonly WorldFile[], key: number): SeededFile[] {
  return files.map(
    ({ path, suite, titles, owner, productPath, page = '/', hasTwoBrowsers = false }, index) => ({
      path,
      thing: suite,
      page,
      titles,
      owner,
      productPath,
      productFunction: '',
      hasTwoVariants: hasTwoBrowsers,
      size: titles.length * (hasTwoBrowsers ? 2 : 1),
      key: deriveKey(key, 'file', index),
    }),
  );
}

/** Combines every area with every thing once, then again with a number. */
function nameFile(index: number): { area: string; thing: string; name: string } {
  const area = AREAS[index % AREAS.length] ?? AREAS[0];
  // In each cycle of the 20 areas, an area moves on by 21 things. 21 and 40 have no common divisor, so every area gets
  // all 40 things before one repeats.
  const thing = THINGS[(index + Math.floor(index / AREAS.length)) % THINGS.length] ?? THINGS[0];
  const round = Math.floor(index / (AREAS.length * THINGS.length));
  return { area, thing, name: round === 0 ? thing : `${thing}-${round + 1}` };
}

/** The place of a test in its file. `index` counts over the whole project. */
export interface TestSlot {
  file: SeededFile;
  indexInFile: number;
  index: number;
  key: number;
  framework: Framework;
  project: string;
  /** The world's project; null: everything has random words. */
  world: WorldProject | null;
}
