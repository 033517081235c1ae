// Both generations of 100,000 ids take about 25 MB. A test that was dropped from them costs one look-up.
const GENERATION_SIZE = 100_000;

/**
 * Caches the ids of tests that are certainly in the database.
 * A suite has the same tests in every run, so looking them up would be most of an upload's queries.
 */
export class KnownTests {
  #young = new Set<string>();
  #old = new Set<string>();
  readonly #probes = new Map<string, string>();
  readonly #erasures = new Map<string, number>();

  has(organizationId: string, testId: string): boolean {
    const key = organizationId + testId;
    return this.#young.has(key) || this.#old.has(key);
  }

  /** Call it after the commit, with the execution that the tests arrived with. */
  add(organizationId: string, testIds: readonly string[], executionId: string): void {
    if (testIds.length > 0) this.#probes.set(organizationId, executionId);
    for (const testId of testIds) {
      if (this.#young.size >= GENERATION_SIZE) {
        this.#old = this.#young;
        this.#young = new Set();
      }
      this.#young.add(organizationId + testId);
    }
  }

  /**
   * The execution that the organization's newest known tests arrived with, if any. While it exists, all known tests
   * exist. If a backup was restored, or a lagging replica took over, it is missing together with them.
   */
  findProbe(organizationId: string): string | undefined {
    return this.#probes.get(organizationId);
  }

  /** Forgets everything if tests of the organization were erased since the last call. */
  noteErasures(organizationId: string, testErasures: number): void {
    const known = this.#erasures.get(organizationId) ?? testErasures;
    if (known !== testErasures) this.forget();
    this.#erasures.set(organizationId, testErasures);
  }

  forget(): void {
    this.#young.clear();
    this.#old.clear();
    this.#probes.clear();
    this.#erasures.clear();
  }
}

const OF_SERVER = new WeakMap<WeakKey, KnownTests>();

/** The cache of one server in this process. `server` is an object that only this server has. */
export function getKnownTests(server: WeakKey): KnownTests {
  const known = OF_SERVER.get(server) ?? new KnownTests();
  OF_SERVER.set(server, known);
  return known;
}
