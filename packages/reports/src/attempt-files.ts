import { basename, dirname, join } from 'node:path';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { charactersOf, joinedAttempts } from '@svc/formats/held-failures';
import type { ReportAttachment, ReportBatch } from '@svc/formats/report-batch';

/** The place of a report among the attempts of one target, in order; the last one is the target's result. */
export interface AttemptFile {
  attempts: FailedAttempts;
  isLast: boolean;
}

/**
 * Finds the attempts of Bazel's flaky targets: `test_attempts/attempt_1.xml` below the folder of `test.xml`, or beside
 * it. Returns the order in which the paths are read, and the ones that are attempts.
 */
export function attemptFiles(paths: readonly string[]): {
  order: number[];
  attempts: ReadonlyMap<number, AttemptFile>;
} {
  const indexOf = new Map(paths.map((path, index) => [path, index]));
  const groups = new Map<string, number[]>();
  for (const [index, path] of paths.entries()) {
    const target = targetOf(path, indexOf);
    if (target !== undefined) groups.set(target, [...(groups.get(target) ?? []), index]);
  }
  const order: number[] = [];
  const attempts = new Map<number, AttemptFile>();
  for (const [index, path] of paths.entries()) {
    const group = groups.get(targetOf(path, indexOf) ?? path);
    if (group === undefined) order.push(index);
    else if (!attempts.has(index)) {
      const number = (one: number) => attemptNumber(paths[one] ?? '');
      const inOrder = group.toSorted((a, b) => number(a) - number(b));
      const last = indexOf.get(targetOf(path, indexOf) ?? path);
      const all = last === undefined ? inOrder : [...inOrder, last];
      const failed = new FailedAttempts();
      for (const one of all) attempts.set(one, { attempts: failed, isLast: one === all.at(-1) });
      order.push(...all);
    }
  }
  return { order, attempts };
}

/** The path of the target's report; undefined for a report that is no earlier attempt. */
function targetOf(path: string, known: ReadonlyMap<string, number>): string | undefined {
  if (!/^attempt_\d{1,9}\.xml$/.test(basename(path))) return undefined;
  const folder = dirname(path);
  if (basename(folder) === 'test_attempts') return join(dirname(folder), 'test.xml');
  // Elsewhere, the name alone may mean anything.
  const beside = join(folder, 'test.xml');
  return known.has(beside) ? beside : undefined;
}

function attemptNumber(path: string): number {
  return Number(/\d+/.exec(basename(path))?.[0] ?? 0);
}

/** The failed tests of a target's attempts so far. Bazel runs a whole target again, with the tests that passed. */
export class FailedAttempts {
  readonly #held = new Map<string, HeldResult>();
  #characters = 0;
  #attempt = 0;

  /** The next attempt's report begins. */
  begin(): void {
    this.#attempt++;
  }

  /** A piece of an attempt before the last one, without its tests. */
  hold(batch: ReportBatch): ReportBatch {
    const kept: IngestResult[] = [];
    for (const result of batch.results) {
      if (result.status === 'passed' || result.status === 'skipped') continue;
      if (this.#hasRoomFor(result)) this.#hold(result, batch.attachments);
      else kept.push(result);
    }
    const attachments = batch.attachments.filter(({ result }) => kept.includes(result));
    return { ...batch, results: kept, attachments };
  }

  /** A piece of the last attempt, whose tests have their earlier attempts. */
  joined(batch: ReportBatch): ReportBatch {
    if (this.#held.size === 0) return batch;
    const attachments = [...batch.attachments];
    const results = batch.results.map((result) => {
      const held = this.#held.get(keyOf(result));
      if (held === undefined || result.status === 'skipped') return result;
      this.#held.delete(keyOf(result));
      const whole = joinedAttempts(held.result, result);
      moveAttachments(attachments, { from: result, to: whole, by: attemptsIn(held.result) });
      attachments.push(...held.attachments.map((one) => ({ ...one, result: whole })));
      return whole;
    });
    return { ...batch, results, attachments };
  }

  /** The failed tests that the last attempt did not run. */
  rest(): ReportBatch {
    const held = [...this.#held.values()];
    this.#held.clear();
    return {
      run: {},
      files: [],
      results: held.map(({ result }) => result),
      attachments: held.flatMap(({ attachments }) => attachments),
    };
  }

  /** Tests of equal names in one report are several tests. */
  #hasRoomFor(result: IngestResult): boolean {
    const before = this.#held.get(keyOf(result));
    if (before !== undefined) return before.attempt < this.#attempt;
    return this.#held.size < MOST_HELD && this.#characters < MOST_CHARACTERS;
  }

  #hold(result: IngestResult, all: readonly ReportAttachment[]): void {
    const key = keyOf(result);
    const before = this.#held.get(key);
    const own = all.filter((one) => one.result === result);
    const whole = before === undefined ? result : joinedAttempts(before.result, result);
    const by = before === undefined ? 0 : attemptsIn(before.result);
    const attachments = [...(before?.attachments ?? []), ...own.map((one) => later(one, by))];
    this.#held.set(key, {
      result: whole,
      attachments: attachments.map((one) => ({ ...one, result: whole })),
      attempt: this.#attempt,
    });
    this.#characters += charactersOf(result);
  }
}

interface HeldResult {
  result: IngestResult;
  attachments: ReportAttachment[];
  /** The attempt that it is from, or the latest one of several. */
  attempt: number;
}

// Further failures stay results of their own.
const MOST_HELD = 10_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;

function keyOf({ file, variant, titlePath, line }: IngestResult): string {
  return JSON.stringify([file, variant, line, ...titlePath]);
}

function attemptsIn({ attempts }: IngestResult): number {
  return attempts?.length ?? 1;
}

function moveAttachments(
  all: ReportAttachment[],
  { from, to, by }: { from: IngestResult; to: IngestResult; by: number },
): void {
  for (const [index, one] of all.entries()) {
    if (one.result === from) all[index] = { ...later(one, by), result: to };
  }
}

function later(attachment: ReportAttachment, by: number): ReportAttachment {
  return by === 0 ? attachment : { ...attachment, attempt: (attachment.attempt ?? 1) + by };
}
