import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, type Mutant, type MutantTests } from './mutant.ts';
import { runTests } from './run-tests.ts';
import type { FailedTest } from './test-report.ts';

export type Verdict =
  | { outcome: 'caught'; by: string }
  | { outcome: 'survived' }
  | { outcome: 'could not run'; why: string };

// Beside other work, a test may fail by chance.
const TRIES = 2;

/**
 * Puts a fault into the copy, runs its tests, and takes it out again. It is caught if a test fails twice with the fault,
 * and passes without it.
 * @param passing tests that passed without any fault before, by their runner and paths; the function adds to them
 */
export async function judgeMutant(
  folder: string,
  mutant: Mutant,
  passing: Set<string>,
): Promise<Verdict> {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, 'utf8');
  const mutated = mutate(source, mutant);
  if (mutated === null) return cannotRun(`${mutant.file} does not have the text once`);
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      writeFileSync(path, mutated);
      const first = await runTests(folder, mutant.tests);
      if (first.kind === 'passed') return { outcome: 'survived' };
      if (first.kind === 'broken') return cannotRun(first.why);
      const tests = onlyFileOf(first, mutant.tests);
      const again = await runTests(folder, tests);
      if (again.kind !== 'failed') continue;
      writeFileSync(path, source);
      if (await passes(folder, tests, passing)) return { outcome: 'caught', by: nameOf(first) };
      return cannotRun(`${first.file} fails without the fault, too`);
    } finally {
      writeFileSync(path, source);
    }
  }
  return cannotRun('a test fails only now and then');
}

async function passes(folder: string, tests: MutantTests, passing: Set<string>): Promise<boolean> {
  const key = JSON.stringify(tests);
  if (passing.has(key)) return true;
  for (let tries = 0; tries < TRIES; tries++) {
    const { kind } = await runTests(folder, tests);
    if (kind === 'passed') passing.add(key);
    if (kind === 'passed') return true;
  }
  return false;
}

function onlyFileOf({ file }: FailedTest, { runner }: MutantTests): MutantTests {
  return { runner, paths: [file] };
}

function nameOf({ file, title }: FailedTest): string {
  return title === '' ? file : `${file}: ${title}`;
}

function cannotRun(why: string): Verdict {
  return { outcome: 'could not run', why };
}
