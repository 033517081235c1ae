import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@svc/server/operations';
import { generateHistory, type GeneratedExecution, type History } from '../generate-history.ts';
import { buildShop } from '../world/shop/shop.ts';

export interface DemoHistory {
  /** Everything but the last hours, to copy into the database. */
  past: History;
  /** The last hours before now, to upload: uploads have artifacts and events. */
  recent(): Iterable<GeneratedExecution>;
  /** The executions after now, each at the time at which it is to be uploaded. Ends when the signal aborts. */
  upcoming(signal: AbortSignal): AsyncIterable<GeneratedExecution>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
// As far back as the pages look by default.
const PAST_DAYS = 29;
// The plan of these days runs within one day, because a visitor does not wait.
const FUTURE_DAYS = 60;
const RESULTS = 100_000;
/** The story of the shop begins somewhat later. */
const RECENT_MS = 100 * MINUTE_MS;

/** The history of the shop. Each start generates a part of it again, because its times depend on `now`. */
export function makeDemoHistory(now: Date): DemoHistory {
  const history = generateHistory({
    seed: SEED,
    results: RESULTS,
    days: PAST_DAYS + FUTURE_DAYS,
    end: new Date(now.getTime() + FUTURE_DAYS * DAY_MS),
    branches: 150,
    world: buildShop(now),
  });
  const { executions } = history.truth;
  const recentFrom = countUntil(executions, now.getTime() - RECENT_MS);
  const upcomingFrom = countUntil(executions, now.getTime());
  return {
    past: {
      ...history,
      executions: {
        *[Symbol.iterator]() {
          for (const [index, { startedAt }] of executions.slice(0, recentFrom).entries()) {
            yield history.makeAt(index, startedAt);
          }
        },
      },
    },
    *recent() {
      for (const [offset, { startedAt }] of executions.slice(recentFrom, upcomingFrom).entries()) {
        yield history.makeAt(recentFrom + offset, startedAt);
      }
    },
    async *upcoming(signal) {
      for (let index = upcomingFrom; index < executions.length; index++) {
        // A nightly run would arrive at any time of the day.
        if (executions[index]?.environment === 'nightly') continue;
        await sleep(chooseWaitMs(index - upcomingFrom), undefined, { signal });
        yield makeEndingNow(history, index);
      }
    },
  };
}

// A history with all that the pages show.
const SEED = 7;

function countUntil(executions: History['truth']['executions'], timeMs: number): number {
  const index = executions.findIndex(({ startedAt }) => startedAt.getTime() > timeMs);
  return index === -1 ? executions.length : index;
}

// An hour of three or four a minute for those who watch, then one a minute.
const WATCHED = 200;

function chooseWaitMs(sent: number): number {
  if (sent === 0) return 5_000;
  const waitMs = sent < WATCHED ? 17_000 : MINUTE_MS;
  // Not like clockwork: 60 % to 140 %, the same at every start.
  return waitMs * (0.6 + 0.8 * (((sent * 7) % 10) / 9));
}

/** Reporters upload two seconds after the end. */
function makeEndingNow(history: History, index: number): GeneratedExecution {
  const nowMs = systemClock.now().getTime();
  const { bodies } = history.makeAt(index, new Date(nowMs));
  const ends = bodies.map(
    ({ execution }) => Date.parse(execution.startedAt) + execution.durationMs,
  );
  return history.makeAt(index, new Date(2 * nowMs - Math.max(...ends) - 2_000));
}
