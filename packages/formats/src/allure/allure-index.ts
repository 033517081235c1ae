import { toNumber, toRecords, toText, type JsonRecord } from '../json/json-fields.ts';
import type { RunFacts } from '../report-batch.ts';
import { toEpochMs } from '../timestamps.ts';
import { collectAllureLabels, buildAllurePlace } from './allure-place.ts';
import type { AllureFile } from './json-of-file.ts';

/** The facts about a result that are needed before the others are read. */
export interface AllureEntry {
  file: AllureFile;
  uuid: string;
  startedAt: number;
}

/** Index of the files that are attempts of one test, and of the containers that belong to them. */
export class AllureIndex {
  readonly #tests = new Map<string, AllureEntry[]>();
  readonly #containers = new Map<string, AllureFile[]>();
  /** The test with these file and titles, or `several`. */
  readonly #named = new Map<string, string>();
  #facts: RunFacts = {};

  add(file: AllureFile, record: JsonRecord): void {
    if (record['status'] === undefined && Array.isArray(record['children'])) {
      for (const child of record['children']) {
        const uuid = toText(child);
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
  *iterateTests(): Generator<AllureEntry[]> {
    for (const entries of this.#tests.values()) {
      yield entries.toSorted((a, b) => a.startedAt - b.startedAt);
    }
  }

  getContainers(uuid: string): readonly AllureFile[] {
    return this.#containers.get(uuid) ?? [];
  }

  /** Whether tests with different parameters have this name. */
  isShared(record: JsonRecord): boolean {
    return this.#named.get(buildNameKey(record)) === SEVERAL;
  }

  #addResult(file: AllureFile, record: JsonRecord): void {
    const startedAt = toEpochMs(record['start']);
    const framework = toText(collectAllureLabels(record).get('framework'));
    this.#facts = {
      framework: framework ?? 'allure',
      startedAt,
      endedAt: toEpochMs(record['stop']),
    };
    const test = buildTestKey(record) ?? file.name;
    const uuid = toText(record['uuid']) ?? '';
    append(this.#tests, test, { file, uuid, startedAt: startedAt ?? 0 });
    const name = buildNameKey(record);
    const known = this.#named.get(name);
    this.#named.set(name, known === undefined || known === test ? test : SEVERAL);
  }
}

const SEVERAL = '(several)';

/**
 * `historyId` is the same for all attempts, and another one for other parameters. Old adapters leave it out.
 * `testCaseId` and `fullName` are the same for all parameters. Excluded parameters differ in every attempt.
 */
function buildTestKey(record: JsonRecord): string | undefined {
  const historyId = toText(record['historyId']);
  if (historyId !== undefined) return historyId;
  const id = toText(record['testCaseId']) ?? toText(record['fullName']);
  if (id === undefined) return undefined;
  const values = toRecords(record['parameters'])
    .filter(({ excluded }) => excluded !== true)
    .map(({ name, value }) => [name, value]);
  return JSON.stringify([id, values]);
}

function buildNameKey(record: JsonRecord): string {
  const { file, titlePath, variant } = buildAllurePlace(record);
  return [variant ?? '', file, ...titlePath].join('\0');
}

function append<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

/** Whole milliseconds between start and stop. */
export function computeAllureDuration({ start, stop }: JsonRecord): number {
  return Math.max(0, Math.round((toNumber(stop) ?? 0) - (toNumber(start) ?? toNumber(stop) ?? 0)));
}
