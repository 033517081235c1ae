import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { AttachedResult } from '../joined-attempts.ts';
import { countCharacters } from '../held-failures.ts';
import { mergeRepeats, type NamedResult } from './repeats-as-attempts.ts';

/**
 * Joins repeated test cases of one suite into one test with attempts. From the first failed test on that may have been
 * retried, results wait for the end of their suite in their order, because a retry may follow anywhere.
 */
export class RepeatedTests {
  #waiting: NamedResult[] = [];
  #characters = 0;
  /** Hashes of the keys before the waiting results. */
  readonly #before = new Set<number>();
  /** Hashes of the keys that passed, and whether one of them passed twice: see `mayBeCounted`. */
  readonly #passed = new Set<number>();
  #isCounted = false;

  /** The results that need not wait. */
  add(named: NamedResult): AttachedResult[] {
    const { read, key, repeats } = named;
    if (repeats?.mayBeCounted === true && read.result.status === 'passed') this.#notePass(key);
    const mayBeRetried = repeats !== undefined && isFailure(read.result.status);
    if (this.#waiting.length === 0 && !mayBeRetried) {
      this.#note(named);
      return [read];
    }
    this.#waiting.push(named);
    this.#characters += countCharacters(read.result) + key.length;
    const isFull = this.#waiting.length >= MOST_WAITING || this.#characters > MOST_CHARACTERS;
    return isFull ? this.#release() : [];
  }

  /** The results that waited for the end of their suite. */
  endSuite(): AttachedResult[] {
    const released = this.#release();
    this.#before.clear();
    this.#passed.clear();
    this.#isCounted = false;
    return released;
  }

  #release(): AttachedResult[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    if (waiting.length === 0) return [];
    const isFull = this.#before.size >= MOST_BEFORE;
    const released = mergeRepeats(
      waiting,
      (key) => this.#isCounted || isFull || this.#before.has(hashKey(key)),
    );
    for (const named of waiting) this.#note(named);
    return released;
  }

  #notePass(key: string): void {
    const hash = hashKey(key);
    this.#isCounted ||= this.#passed.has(hash);
    if (this.#passed.size < MOST_BEFORE) this.#passed.add(hash);
  }

  #note({ key }: NamedResult): void {
    if (this.#before.size < MOST_BEFORE) this.#before.add(hashKey(key));
  }
}

// Above the tests of one suite in real reports. A retry further behind its failure is a test of the same name.
const MOST_WAITING = 20_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;
// No tests are joined in a suite with more tests.
const MOST_BEFORE = 100_000;

/** FNV-1a. Two keys with one hash are not joined: both stay results of their own. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash;
}
