import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

type Method = (this: unknown, ...args: unknown[]) => unknown;
type ReporterClass = abstract new (...args: never[]) => object;

/**
 * Measures CPU time of the main thread inside the test process: runs `work` and counts it with all callbacks and
 * promise reactions that follow from it. A callback belongs to the reporter if the reporter's code created its
 * async resource (timer, socket, child process, promise). Garbage collection counts for the code that it interrupts.
 * Does not include what the framework does to call a hook. The cost of reading the clock is subtracted.
 */
export function metered<Answer>(work: () => Answer): Answer {
  const before = isMetered;
  switchTo(true);
  try {
    return work();
  } finally {
    switchTo(before);
  }
}

/**
 * The reporter with every hook and its constructor metered. Writes the milliseconds to `path` when the process exits.
 */
export function meteredReporter(Reporter: ReporterClass, path: string): ReporterClass {
  for (const [name, { value }] of Object.entries(
    Object.getOwnPropertyDescriptors<Record<string, unknown>>(Reporter.prototype),
  )) {
    if (name === 'constructor' || typeof value !== 'function') continue;
    const method = value as Method;
    Object.defineProperty(Reporter.prototype, name, {
      value(this: unknown, ...args: unknown[]) {
        return metered(() => method.apply(this, args));
      },
    });
  }
  process.on('exit', () => {
    writeFileSync(path, String((totalNanoseconds - spans * emptySpanNanoseconds) / 1e6));
  });
  return new Proxy(Reporter, {
    construct: (target, args, newTarget) =>
      metered((): object => Reflect.construct(target, args, newTarget)),
  });
}

let isMetered = false;
let since = 0;
let totalNanoseconds = 0;
/** How often metered code ran: hooks, callbacks and promise reactions. */
let spans = 0;

function switchTo(next: boolean): void {
  if (next === isMetered) return;
  const now = threadNanoseconds();
  if (isMetered) {
    totalNanoseconds += now - since;
    spans++;
  }
  since = now;
  isMetered = next;
}

/** Ids of the async resources that the reporter created. */
const own = new Set<number>();
/** Whether the code around each running callback is metered. */
const around: boolean[] = [];

createHook({
  init(asyncId) {
    if (isMetered) own.add(asyncId);
  },
  before(asyncId) {
    around.push(isMetered);
    switchTo(own.has(asyncId));
  },
  after() {
    switchTo(around.pop() ?? false);
  },
}).enable();

/**
 * CPU time of the calling thread. WASI is the only way in Node to read `CLOCK_THREAD_CPUTIME_ID`, which is exact.
 * `process.threadCpuUsage()` changes only at a tick of the scheduler, every 4 ms, and would miss short callbacks.
 */
const threadNanoseconds = createThreadClock();

function createThreadClock(): () => number {
  const wasi = new WASI({ version: 'preview1' });
  const memory = new WebAssembly.Memory({ initial: 1 });
  wasi.finalizeBindings({ exports: { memory } }, { memory });
  const getTime = wasi.wasiImport['clock_time_get'] as (
    clock: number,
    precision: bigint,
    at: number,
  ) => number;
  const time = new BigUint64Array(memory.buffer, 0, 1);
  return () => {
    getTime(THREAD_CPU_TIME, 0n, 0);
    return Number(time[0]);
  };
}

const THREAD_CPU_TIME = 3;

const emptySpanNanoseconds = measureEmptySpan();

/**
 * CPU time that the meter reports for empty code. The smallest average is used, so that never too much is subtracted.
 */
function measureEmptySpan(): number {
  let least = Infinity;
  for (let batch = 0; batch < 20; batch++) {
    const before = totalNanoseconds;
    for (let span = 0; span < 100; span++) metered(() => undefined);
    least = Math.min(least, (totalNanoseconds - before) / 100);
  }
  totalNanoseconds = 0;
  spans = 0;
  return least;
}

/** Node provides it, but only TypeScript's types for browsers declare it. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
};
