import { planFiles, toSeededFiles, type SeededFile } from './file-plan.ts';
import type { Framework } from './framework.ts';
import type { HistoryShape } from '../history-shape.ts';
import { deriveKey } from '../random.ts';
import { planTests, type SeededTest } from './test-plan.ts';

export interface TestedFile extends SeededFile {
  tests: SeededTest[];
}

/** The files of a project, with all tests that they have at any time of the history. */
export function planTestedFiles(
  {
    key,
    name,
    framework,
    index,
  }: { key: number; name: string; framework: Framework; index: number },
  shape: HistoryShape,
): TestedFile[] {
  const tests =
    Math.floor(((index + 1) * shape.tests) / shape.projects) -
    Math.floor((index * shape.tests) / shape.projects);
  let slots = 0;
  const world = shape.world?.projects[index];
  const files =
    world === undefined
      ? planFiles(tests, { key, framework, hasOwners: index % 2 === 0 })
      : toSeededFiles(world.files, key);
  return files.map((file) => ({
    ...file,
    tests: Array.from({ length: file.size }, (_, indexInFile) => indexInFile).flatMap(
      (indexInFile) => {
        const slot = slots++;
        return planTests(
          {
            file,
            indexInFile,
            index: slot,
            key: deriveKey(key, 'test', slot),
            framework,
            project: name,
            world: world ?? null,
          },
          shape,
        );
      },
    ),
  }));
}
