import type { Framework, SeededFile } from './file-plan.ts';

/** Which place of which file a test takes. `index` counts over the project. */
export interface TestSlot {
  file: SeededFile;
  indexInFile: number;
  index: number;
  key: number;
  framework: Framework;
  project: string;
}
