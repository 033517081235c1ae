import type { FullProject, Suite, TestCase } from '@playwright/test/reporter';
import { firstLine } from './first-line.ts';

/** What kept tests from running. Playwright does not tell, so it is inferred from the tests that failed. */
export class Blockers {
  /** How many tests failed, with all their retries. */
  failures = 0;
  readonly #failedProjects = new Set<string>();
  readonly #projects = new Map<string, FullProject>();
  /** The first failing test of each suite, with those of the suites in it. */
  readonly #firstFailure = new Map<Suite, TestCase>();

  constructor(tests: readonly TestCase[]) {
    for (const test of tests) {
      const project = test.parent.project();
      if (project !== undefined) this.#projects.set(project.name, project);
      if (test.outcome() !== 'unexpected') continue;
      this.failures++;
      if (project !== undefined) this.#failedProjects.add(project.name);
      for (const suite of suitesAround(test)) {
        if (!this.#firstFailure.has(suite)) this.#firstFailure.set(suite, test);
      }
    }
  }

  /** Of the nearest suite with a failure: of its beforeAll, or in serial mode of a test before this one. */
  failureBefore(test: TestCase): string | undefined {
    const failed = suitesAround(test).map((suite) => this.#firstFailure.get(suite));
    const [nearest] = failed.filter((found) => found !== undefined);
    if (nearest === undefined) return undefined;
    const message = firstLine(
      nearest.results.find(({ error }) => error !== undefined)?.error?.message,
    );
    return `'${nearest.title}' failed${message === undefined ? '' : `: ${message}`}`;
  }

  /** The name of a failed project that the test's own depends on, also by way of others. */
  failedDependency(test: TestCase): string | undefined {
    const seen = new Set<string>();
    const waiting = [...(test.parent.project()?.dependencies ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.#failedProjects.has(name)) return name;
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(...(this.#projects.get(name)?.dependencies ?? []));
    }
    return undefined;
  }
}

/** From the test's own suite outwards to its file's. Failures of other files block nothing. */
function suitesAround(test: TestCase): Suite[] {
  const suites: Suite[] = [];
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    suites.push(suite);
  }
  // The last two are the project and the root.
  return suites.slice(0, -2);
}
