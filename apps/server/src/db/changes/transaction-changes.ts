import type { AddedUsage, Statements } from '../statements.ts';
import { storeChange } from './store-change.ts';

/** What a transaction has changed of each organization so far. */
export class TransactionChanges {
  readonly #usageOf = new Map<string, AddedUsage>();

  note(organizationId: string, { results = 0, artifactBytes = 0 }: Partial<AddedUsage> = {}): void {
    const before = this.#usageOf.get(organizationId);
    this.#usageOf.set(organizationId, {
      results: (before?.results ?? 0) + results,
      artifactBytes: (before?.artifactBytes ?? 0) + artifactBytes,
    });
  }

  /** Called when nothing else is left to do before the commit. */
  async store(connection: Pick<Statements, 'prepared'>): Promise<void> {
    // In the same order in all transactions, so that no two of them wait for each other.
    const inOrder = [...this.#usageOf].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [organizationId, usage] of inOrder) {
      await storeChange(connection, { organizationId, ...usage });
    }
  }
}
