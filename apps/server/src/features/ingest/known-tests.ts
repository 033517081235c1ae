import type { Databases } from '../../db/databases.ts';

// Both generations of 100,000 ids take about 25 MB; a test that has fallen out costs one look-up.
const GENERATION_SIZE = 100_000;

/**
 * Ids of tests that are in the database for sure: a test is never deleted while its organization
 * lives. A suite's tests are the same in every run, so that asking for them each time would be most
 * of what an upload asks.
 */
export class KnownTests {
  #young = new Set<string>();
  #old = new Set<string>();
  readonly #witnesses = new Map<string, string>();

  has(organizationId: string, testId: string): boolean {
    const key = organizationId + testId;
    return this.#young.has(key) || this.#old.has(key);
  }

  /** Only after the transaction that made them, and the execution that they came with. */
  add(organizationId: string, testIds: readonly string[], executionId: string): void {
    if (testIds.length > 0) this.#witnesses.set(organizationId, executionId);
    for (const testId of testIds) {
      if (this.#young.size >= GENERATION_SIZE) {
        this.#old = this.#young;
        this.#young = new Set();
      }
      this.#young.add(organizationId + testId);
    }
  }

  /**
   * The execution that the newest of the organization's known tests came with, if there are any. While
   * it is there they all are; where a backup was put back, or a replica took over that had not seen
   * everything, it is gone with them.
   */
  witnessOf(organizationId: string): string | undefined {
    return this.#witnesses.get(organizationId);
  }

  forget(): void {
    this.#young.clear();
    this.#old.clear();
    this.#witnesses.clear();
  }
}

const OF_DATABASE = new WeakMap<Databases, KnownTests>();

/** The tests that this process knows to be in this database. */
export function knownTestsOf(databases: Databases): KnownTests {
  const known = OF_DATABASE.get(databases) ?? new KnownTests();
  OF_DATABASE.set(databases, known);
  return known;
}
