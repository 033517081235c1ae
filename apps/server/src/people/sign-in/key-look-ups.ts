import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import { nameCount, nameCountedKey, type RequestKind } from '../../http/limits/rate-limit.ts';
import { countRequests, type WindowCount } from '../../http/limits/rate-limit.queries.ts';
import { findKeyId, readKey, type ApiKeyRow, type KeyId } from './key-use.queries.ts';

/** A key by its SHA-256, and how its requests count; null counts nothing. */
export interface KeyLookUp {
  hash: Buffer;
  kind: RequestKind | null;
}

/** A key, even if revoked or expired. */
export interface UsedKey {
  key: ApiKeyRow;
  /** Includes this request; null if the look-up did not count, as for a key that is not valid. */
  count: WindowCount | null;
}

// 20 MB at most.
const KNOWN_KEYS = 50_000;

/**
 * Looks up API keys, one look-up at a time per key. The requests that arrive while it runs share the next one:
 * they would all wait for the lock of the key's count anyway. No request gets an answer that is older than the request.
 * Only the id of a key with a known hash is remembered, which never changes.
 */
export class KeyLookUps {
  readonly #deps: Pick<Deps, 'database' | 'clock'>;
  /** The requests that wait for the next statement, by key and kind. Present while a statement runs. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** The ids of keys that were valid, by their hash. */
  readonly #known = new LRUCache<string, KeyId>({ max: KNOWN_KEYS });

  constructor(deps: Pick<Deps, 'database' | 'clock'>) {
    this.#deps = deps;
  }

  /** Finds the key, and counts this request if the key is valid. */
  find(lookUp: KeyLookUp): Promise<UsedKey | null> {
    const id = `${lookUp.kind} ${nameHash(lookUp)}`;
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
    try {
      const requests = sharers.length;
      const used = await this.#findAndCount(lookUp, requests);
      for (const [index, { resolve }] of sharers.entries()) {
        resolve(used === null ? null : withoutLast(used, requests - 1 - index));
      }
    } catch (error) {
      for (const { reject } of sharers) reject(error);
    }
  }

  async #findAndCount(lookUp: KeyLookUp, requests: number): Promise<UsedKey | null> {
    const known = this.#known.get(nameHash(lookUp));
    return known === undefined
      ? this.#findUnknown(lookUp, requests)
      : this.#useKnown(lookUp, known, requests);
  }

  async #findUnknown(lookUp: KeyLookUp, requests: number): Promise<UsedKey | null> {
    const { database } = this.#deps;
    const id = await findKeyId(database, lookUp.hash);
    const key = id === null ? null : await readKey(database, id);
    if (id === null || key === null) return null;
    if (!this.#isValid(key)) return { key, count: null };
    this.#known.set(nameHash(lookUp), id);
    return { key, count: await this.#count(lookUp, id, requests) };
  }

  /** Reads and counts at the same time, because every request waits for both. */
  async #useKnown(lookUp: KeyLookUp, id: KeyId, requests: number): Promise<UsedKey | null> {
    const [key, count] = await Promise.all([
      readKey(this.#deps.database, id),
      this.#count(lookUp, id, requests),
    ]);
    if (key !== null && this.#isValid(key)) return { key, count };
    this.#known.delete(nameHash(lookUp));
    return key === null ? null : { key, count: null };
  }

  async #count({ kind }: KeyLookUp, { id }: KeyId, requests: number): Promise<WindowCount | null> {
    if (kind === null) return null;
    return countRequests(this.#deps.database, nameCount(kind, nameCountedKey(id)), requests);
  }

  #isValid({ revokedAt, expiresAt }: ApiKeyRow): boolean {
    return revokedAt === null && (expiresAt === null || expiresAt > this.#deps.clock.now());
  }
}

interface Waiting {
  resolve(used: UsedKey | null): void;
  reject(error: unknown): void;
}

function nameHash({ hash }: KeyLookUp): string {
  return hash.toString('base64');
}

/** The use as it was before the last `later` requests were counted. */
function withoutLast({ key, count }: UsedKey, later: number): UsedKey {
  return { key, count: count === null ? null : { ...count, requests: count.requests - later } };
}
