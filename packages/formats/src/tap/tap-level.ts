import type { IngestResult } from '@svc/contract/executions/ingest';
import { countCharacters } from '../held-failures.ts';
import type { TapPoint } from './tap-point.ts';

/** The tests of one indentation: those of the run, or the subtests of one test. */
export class TapLevel {
  readonly indent: number;
  /** Undefined until the line of the test that these tests belong to. */
  name: string | undefined;
  /** The test whose braces contain these tests. */
  readonly opener: TapPoint | undefined;
  plan: number | undefined;
  points = 0;
  /** Whether a test among these, or inside them, failed. */
  hasFailed = false;
  /** Results that wait for the name. */
  held: IngestResult[] = [];

  constructor(
    indent: number,
    { name, opener }: { name?: string | undefined; opener?: TapPoint } = {},
  ) {
    this.indent = indent;
    this.name = name;
    this.opener = opener;
  }
}

/** The open levels, from the run inwards. */
export class TapLevels {
  #levels = [new TapLevel(0, { name: '' })];
  #held = 0;
  #heldCharacters = 0;

  get root(): TapLevel {
    return this.#levels[0] ?? this.#restart();
  }

  get top(): TapLevel {
    return this.#levels.at(-1) ?? this.#restart();
  }

  get depth(): number {
    return this.#levels.length;
  }

  open(level: TapLevel): void {
    this.#levels.push(level);
  }

  /** Removes the innermost level, except the run itself. */
  pop(): TapLevel | undefined {
    const level = this.#levels.length > 1 ? this.#levels.pop() : undefined;
    if (level?.hasFailed === true) this.top.hasFailed = true;
    return level;
  }

  /** The result with the titles of its suites. Undefined if it waits for one of them. */
  placed(result: IngestResult): IngestResult | undefined {
    let placed = result;
    for (let depth = this.#levels.length - 1; depth > 0; depth--) {
      const level = this.#levels[depth];
      if (level === undefined) continue;
      if (level.name === undefined && this.#hasRoom) {
        level.held.push(placed);
        this.#held++;
        this.#heldCharacters += countCharacters(placed);
        return undefined;
      }
      placed = { ...placed, titlePath: [level.name ?? NO_NAME, ...placed.titlePath] };
    }
    return placed;
  }

  /** The results that waited for the name of a level that is closed. */
  takeHeld(level: TapLevel, name: string | undefined): IngestResult[] {
    const held = level.held.splice(0);
    this.#held -= held.length;
    if (this.#held === 0) this.#heldCharacters = 0;
    return held.map((result) => ({
      ...result,
      titlePath: [name ?? NO_NAME, ...result.titlePath],
    }));
  }

  /** The names of the open suites, without the run. */
  get names(): string[] {
    return this.#levels.slice(1).map(({ name }) => name ?? NO_NAME);
  }

  get #hasRoom(): boolean {
    return this.#held < MOST_HELD && this.#heldCharacters < MOST_CHARACTERS;
  }

  #restart(): TapLevel {
    const root = new TapLevel(0, { name: '' });
    this.#levels = [root];
    return root;
  }
}

// Only old versions of Test::More name a subtest after its tests. More of them than that lose the name.
const MOST_HELD = 10_000;
const MOST_CHARACTERS = 32 * 1024 * 1024;
const NO_NAME = '(subtest)';
