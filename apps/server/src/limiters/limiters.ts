import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { Config } from '../config.ts';
import { LARGEST_COMPARISON } from './comparison-weight.ts';
import { FairLimiter } from './fair-limiter.ts';

/** The limiters of the memory and the work of all requests together. One process has one of each. */
export interface Limiters {
  /** Upload bodies as received, until they are decompressed. Weights are bytes, and grow as bytes arrive. */
  receiving: FairLimiter;
  /** Decompressed upload bodies, until they are stored. Weights are bytes. */
  uploads: FairLimiter;
  /** Parsing of large bodies, which blocks the event loop. */
  parsing: FairLimiter;
  /** Uploads with the same execution key or idempotency key, which is the group. */
  uploadKeys: FairLimiter;
  /** Answers that are streamed. Each weighs 1. */
  answers: FairLimiter;
  /** Comparisons of executions, until their answers are sent. Weights are bytes. */
  comparisons: FairLimiter;
  /**
   * Password hashes. Each weighs 1; the group is the caller's address. Addresses that signed in to the account before
   * have priority, so that wrong passwords from many addresses do not block sign-in for members. A hash occupies one of
   * the four threads that files and compression also need.
   */
  passwords: FairLimiter;
}

export function openLimiters({ uploadMemoryBytes }: Pick<Config, 'uploadMemoryBytes'>): Limiters {
  // Half of the memory, so that one organization cannot keep the others out; but the largest body must fit.
  const share = Math.max(uploadMemoryBytes / 2, INGEST_LIMITS.bodyBytes);
  return {
    receiving: new FairLimiter({
      capacity: uploadMemoryBytes,
      share,
      refusal: `The server receives at most ${uploadMemoryBytes} bytes of uploads at once`,
    }),
    uploads: new FairLimiter({
      capacity: uploadMemoryBytes,
      share,
      // The shards of one large run end at the same time. Waiting here is cheaper than uploading again.
      maxWaiting: { each: 64, all: 256 },
      // Reporters give up on a request after 15 s.
      maxWaitMs: 10_000,
      refusal: `The server unpacks ${uploadMemoryBytes} bytes of uploads at once, and too many are waiting`,
    }),
    // Only bodies that `uploads` has admitted wait here.
    parsing: new FairLimiter({ capacity: 1, refusal: 'The server parses one large body at once' }),
    uploadKeys: new FairLimiter({
      share: 1,
      maxWaiting: { each: 200 },
      // Enough for fifty shards that end in the same second and are stored one after the other.
      maxWaitMs: 30_000,
      refusal: 'The server stores uploads with the same key one after the other, and too many wait',
    }),
    answers: new FairLimiter({
      capacity: 4,
      share: 2,
      // Waiting costs nothing: a page of a dashboard or a script may request twenty executions at once.
      maxWaiting: { each: 32, all: 128 },
      maxWaitMs: 20_000,
      refusal: 'The server reads 4 large executions at once, 2 for an organization',
    }),
    comparisons: new FairLimiter({
      // Fits the largest comparison, and small ones of other organizations at the same time.
      capacity: 1.25 * LARGEST_COMPARISON,
      share: LARGEST_COMPARISON,
      maxWaiting: { each: 32, all: 128 },
      maxWaitMs: 20_000,
      refusal:
        'The server compares few large executions at once, and too many comparisons are waiting',
    }),
    passwords: new FairLimiter({
      capacity: 2,
      maxWaiting: { each: 20, all: 40, others: 20 },
      maxWaitMs: 10_000,
      refusal: 'Too many people sign in at once',
    }),
  };
}
