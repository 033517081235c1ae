import type { FullProject, Suite, TestCase } from '@playwright/test/reporter';
import { extractFirstLine } from './ingest-error.ts';

/** Why tests did not run. Playwright does not report the reason, so it is inferred from failed tests. */
export class Blockers {
  /** Number of tests that failed after all retries. */
  failures = 0;
  readonly #failedProjects = new Set<string>();
  readonly #projects = new Map<string, FullProject>();
  /** The first failing test of each suite, including nested suites. */
  readonly #firstFailure = new Map<Suite, TestCase>();

  constructor(tests: readonly TestCase[]) {
    for (const test of tests) {
      const project = test.parent.project();
      if (project !== undefined) this.#projects.set(project.name, project);
      if (test.outcome() !== 'unexpected') continue;
      this.failures++;
      if (project !== undefined) this.#failedProjects.add(project.name);
      for (const suite of collectSuitesAround(test)) {
        if (!this.#firstFailure.has(suite)) this.#firstFailure.set(suite, test);
      }
    }
  }

  /** The failure in the nearest suite: of its beforeAll hook, or in serial mode of an earlier test. */
  describeFailureBefore(test: TestCase): string | undefined {
    const failed = collectSuitesAround(test).map((suite) => this.#firstFailure.get(suite));
    const [nearest] = failed.filter((found) => found !== undefined);
    if (nearest === undefined) return undefined;
    const message = extractFirstLine(
      nearest.results.find(({ error }) => error !== undefined)?.error?.message,
    );
    return `'${nearest.title}' failed${message === undefined ? '' : `: ${message}`}`;
  }

  /** The name of a failed project that the test's project depends on, directly or indirectly. */
  findFailedDependency(test: TestCase): string | undefined {
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

/** The suites from the test's own suite to the suite of its file. Failures in other files block nothing. */
function collectSuitesAround(test: TestCase): Suite[] {
  const suites: Suite[] = [];
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    suites.push(suite);
  }
  // The last two are the project and the root.
  return suites.slice(0, -2);
}
