import { numberOf, recordsIn, textOf, type JsonRecord } from '../json/json-fields.ts';
import type { RunFacts } from '../report-batch.ts';
import { epochMsOf } from '../timestamps.ts';
import { allureLabels, allurePlace } from './allure-place.ts';
import type { AllureFile } from './json-of-file.ts';

/** A result, as far as it must be known before the others are read. */
export interface AllureEntry {
  file: AllureFile;
  uuid: string;
  startedAt: number;
}

/** Which files are attempts of one test, and which containers belong to them. */
export class AllureIndex {
  readonly #tests = new Map<string, AllureEntry[]>();
  readonly #containers = new Map<string, AllureFile[]>();
  /** By file and titles: the test that has them, or `several`. */
  readonly #named = new Map<string, string>();
  #facts: RunFacts = {};

  add(file: AllureFile, record: JsonRecord): void {
    if (record['status'] === undefined && Array.isArray(record['children'])) {
      for (const child of record['children']) {
        const uuid = textOf(child);
        if (uuid !== undefined) append(this.#containers, uuid, file);
      }
    } else this.#addResult(file, record);
  }

  takeFacts(): RunFacts {
    const facts = this.#facts;
    this.#facts = {};
    return facts;
  }

  /** The attempts of each test, in the order of their start. */
  *tests(): Generator<AllureEntry[]> {
    for (const entries of this.#tests.values()) {
      yield entries.toSorted((a, b) => a.startedAt - b.startedAt);
    }
  }

  containersOf(uuid: string): readonly AllureFile[] {
    return this.#containers.get(uuid) ?? [];
  }

  /** Whether tests with different parameters have this name. */
  isShared(record: JsonRecord): boolean {
    return this.#named.get(nameKey(record)) === SEVERAL;
  }

  #addResult(file: AllureFile, record: JsonRecord): void {
    const startedAt = epochMsOf(record['start']);
    const framework = textOf(allureLabels(record).get('framework'));
    this.#facts = {
      framework: framework ?? 'allure',
      startedAt,
      endedAt: epochMsOf(record['stop']),
    };
    const test = testKey(record) ?? file.name;
    const uuid = textOf(record['uuid']) ?? '';
    append(this.#tests, test, { file, uuid, startedAt: startedAt ?? 0 });
    const name = nameKey(record);
    const known = this.#named.get(name);
    this.#named.set(name, known === undefined || known === test ? test : SEVERAL);
  }
}

const SEVERAL = '(several)';

/**
 * `historyId` is the same for all attempts, and another one for other parameters. Old adapters leave it out.
 * `testCaseId` and `fullName` are the same for all parameters. Excluded parameters differ in every attempt.
 */
function testKey(record: JsonRecord): string | undefined {
  const historyId = textOf(record['historyId']);
  if (historyId !== undefined) return historyId;
  const id = textOf(record['testCaseId']) ?? textOf(record['fullName']);
  if (id === undefined) return undefined;
  const values = recordsIn(record['parameters'])
    .filter(({ excluded }) => excluded !== true)
    .map(({ name, value }) => [name, value]);
  return JSON.stringify([id, values]);
}

function nameKey(record: JsonRecord): string {
  const { file, titlePath, variant } = allurePlace(record);
  return [variant ?? '', file, ...titlePath].join('\0');
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

/** Whole milliseconds between start and stop. */
export function allureDuration({ start, stop }: JsonRecord): number {
  return Math.max(0, Math.round((numberOf(stop) ?? 0) - (numberOf(start) ?? numberOf(stop) ?? 0)));
}
