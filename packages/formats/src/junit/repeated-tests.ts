import { charactersOf } from '../held-failures.ts';
import type { JunitResult } from './junit-result.ts';
import { repeatsAsAttempts, type Repeats } from './repeats-as-attempts.ts';

/** A test case of a suite. Test cases of one key have the same identity, class, name and line. */
export interface NamedResult {
  key: string;
  read: JunitResult;
}

/**
 * Joins repeated test cases of one suite into one test with attempts. From the first failed test on, results wait for
 * the end of their suite in their order, because a retry may follow anywhere.
 */
export class RepeatedTests {
  #waiting: NamedResult[] = [];
  #characters = 0;
  /** Hashes of the keys before the waiting results. */
  readonly #before = new Set<number>();

  /** The results that need not wait. */
  add(named: NamedResult, repeats: Repeats): JunitResult[] {
    const { status } = named.read.result;
    const isFailed = status === 'failed' || status === 'timedOut';
    if (this.#waiting.length === 0 && !isFailed) {
      this.#note(named);
      return [named.read];
    }
    this.#waiting.push(named);
    this.#characters += charactersOf(named.read.result) + named.key.length;
    const isFull = this.#waiting.length >= MOST_WAITING || this.#characters > MOST_CHARACTERS;
    return isFull ? this.#release(repeats) : [];
  }

  /** The results that waited for the end of their suite. */
  endSuite(repeats: Repeats | undefined): JunitResult[] {
    const released = this.#release(repeats ?? 'attemptsUntilPassed');
    this.#before.clear();
    return released;
  }

  #release(repeats: Repeats): JunitResult[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    if (waiting.length === 0) return [];
    const released = repeatsAsAttempts(waiting, {
      repeats,
      isRepeated: (key) => this.#before.size >= MOST_BEFORE || this.#before.has(hashOf(key)),
    });
    for (const named of waiting) this.#note(named);
    return released;
  }

  #note({ key }: NamedResult): void {
    if (this.#before.size < MOST_BEFORE) this.#before.add(hashOf(key));
  }
}

// Above the tests of one suite in real reports. A retry further behind its failure is a test of the same name.
const MOST_WAITING = 20_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;
// In a suite with more tests, none is joined.
const MOST_BEFORE = 100_000;

/** FNV-1a. Two keys with one hash are not joined, which is what happened before to all keys. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash;
}
