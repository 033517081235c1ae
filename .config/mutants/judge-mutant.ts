import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, type Mutant, type MutantTests } from './mutant.ts';
import { runTests } from './run-tests.ts';
import { nameOfTest } from './test-report.ts';

export type Verdict =
  | { outcome: 'caught'; by: string }
  | { outcome: 'survived' }
  | { outcome: 'could not run'; why: string };

const TRIES = 3;

/**
 * Puts a fault into the copy, runs its tests, and takes it out again. It is caught if a file fails twice with the
 * fault, and its tests pass without it: on a busy machine, a test may fail by chance.
 * @param unsteady names of tests that failed without any fault, which prove nothing; the function adds to them
 */
export async function judgeMutant(
  folder: string,
  mutant: Mutant,
  unsteady: Set<string>,
): Promise<Verdict> {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, 'utf8');
  const mutated = mutate(source, mutant);
  if (mutated === null) return cannotRun(`${mutant.file} does not have the text once`);
  const failing = async (text: string, tests: MutantTests, tolerated?: number) => {
    writeFileSync(path, text);
    const report = await runTests(folder, tests, tolerated);
    if ('cannotRun' in report) throw new CannotRun(report.cannotRun);
    return report.failed.filter((test) => !unsteady.has(nameOfTest(test)));
  };
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const [first] = await failing(mutated, mutant.tests, unsteady.size);
      if (first === undefined) return { outcome: 'survived' };
      const ofFile = { ...mutant.tests, paths: [first.file] };
      const again = await failing(mutated, ofFile);
      for (const test of await failing(source, ofFile)) unsteady.add(nameOfTest(test));
      const sure = again.map(nameOfTest).find((name) => !unsteady.has(name));
      if (sure !== undefined) return { outcome: 'caught', by: sure };
    }
    return cannotRun('tests fail only now and then');
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return cannotRun(error.message);
  } finally {
    writeFileSync(path, source);
  }
}

class CannotRun extends Error {}

function cannotRun(why: string): Verdict {
  return { outcome: 'could not run', why };
}
