import type { Deps } from '../../deps.ts';
import { findAndCountKey, type ApiKeyRow } from './key-use.queries.ts';
import type { RequestKind } from '../../http/limits/rate-limit.ts';

/** A key by its SHA-256; `kind` as findAndCountKey has it. */
export interface KeyLookUp {
  hash: Buffer;
  kind: RequestKind | null;
}

/**
 * Looks up API keys, with one statement at a time per key. The requests that arrive while it runs share the next one:
 * they would all wait for the lock of the key's count anyway. No request gets an answer that is older than the request.
 */
export class KeyLookUps {
  readonly #deps: Pick<Deps, 'database' | 'clock'>;
  /** The requests that wait for the next statement, by key and kind. Present while a statement runs. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(deps: Pick<Deps, 'database' | 'clock'>) {
    this.#deps = deps;
  }

  /** Finds the key and counts this request as findAndCountKey does. */
  find(lookUp: KeyLookUp): Promise<ApiKeyRow | null> {
    const id = `${lookUp.kind} ${lookUp.hash.toString('base64')}`;
    return new Promise((resolve, reject) => {
      const own: Waiting = { resolve, reject };
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) void this.#lookUpInTurn(id, lookUp, own);
      else waiting.push(own);
    });
  }

  async #lookUpInTurn(id: string, lookUp: KeyLookUp, first: Waiting): Promise<void> {
    const waiting: Waiting[] = [first];
    this.#waiting.set(id, waiting);
    while (waiting.length > 0) await this.#lookUp(lookUp, waiting.splice(0));
    this.#waiting.delete(id);
  }

  async #lookUp(lookUp: KeyLookUp, sharers: readonly Waiting[]): Promise<void> {
    const { database, clock } = this.#deps;
    try {
      const requests = sharers.length;
      const row = await findAndCountKey(database, { ...lookUp, requests, at: clock.now() });
      for (const [index, { resolve }] of sharers.entries()) {
        resolve(row === null ? null : withoutLast(row, requests - 1 - index));
      }
    } catch (error) {
      for (const { reject } of sharers) reject(error);
    }
  }
}

interface Waiting {
  resolve(row: ApiKeyRow | null): void;
  reject(error: unknown): void;
}

/** The row as it was before the last `later` requests were counted. */
function withoutLast(row: ApiKeyRow, later: number): ApiKeyRow {
  return row.requests === null ? row : { ...row, requests: row.requests - later };
}
