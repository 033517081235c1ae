import { toRecords, type JsonRecord } from '../json/json-fields.ts';
import type { AllureIndex } from './allure-index.ts';
import type { AllureFile } from './json-of-file.ts';

/** The set-ups and tear-downs around a result. */
export interface AroundTest {
  befores: JsonRecord[];
  afters: JsonRecord[];
}

/** Reads containers when a result in them is read, and keeps the latest: most results share theirs. */
export class AllureFixtures {
  readonly #index: AllureIndex;
  readonly #read: (file: AllureFile) => Promise<JsonRecord | undefined>;
  readonly #latest = new Map<string, JsonRecord>();
  readonly #reported = new Set<string>();

  constructor(index: AllureIndex, read: (file: AllureFile) => Promise<JsonRecord | undefined>) {
    this.#index = index;
    this.#read = read;
  }

  async around(uuid: string): Promise<AroundTest> {
    const around: AroundTest = { befores: [], afters: [] };
    for (const file of this.#index.getContainers(uuid).slice(0, MOST_CONTAINERS)) {
      const container = await this.#readContainer(file);
      around.befores.push(...toRecords(container['befores']));
      around.afters.push(...toRecords(container['afters']));
    }
    return around;
  }

  /** Failed tear-downs around a result, each once: its container may hold many results. */
  async readFailuresAfter(uuid: string): Promise<JsonRecord[]> {
    const failures: JsonRecord[] = [];
    for (const file of this.#index.getContainers(uuid).slice(0, MOST_CONTAINERS)) {
      if (this.#reported.has(file.name)) continue;
      const afters = toRecords((await this.#readContainer(file))['afters']);
      const failed = afters.filter(({ status }) => status === 'failed' || status === 'broken');
      if (failed.length === 0) continue;
      this.#reported.add(file.name);
      failures.push(...failed);
    }
    return failures;
  }

  async #readContainer(file: AllureFile): Promise<JsonRecord> {
    const known = this.#latest.get(file.name);
    if (known !== undefined) return known;
    const container = (await this.#read(file)) ?? {};
    this.#latest.set(file.name, container);
    for (const oldest of this.#latest.keys()) {
      if (this.#latest.size <= MOST_KEPT) break;
      this.#latest.delete(oldest);
    }
    return container;
  }
}

const MOST_CONTAINERS = 100;
const MOST_KEPT = 16;
