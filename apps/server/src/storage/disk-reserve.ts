import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { SvcError } from '../errors.ts';

/** The kind of data that a disk stores. */
export type DiskUse = 'results' | 'artifacts';

/** A disk that the server itself fills and that has little space left. */
export interface ScarceDisk {
  use: DiskUse;
  /** Free share of the disk, from 0 to 1. */
  freeShare: number;
  /** Whether the server refuses what the disk would store. */
  isRefused: boolean;
}

/**
 * Keeps a share of the disks free that the server itself fills: with the embedded Postgres, with artifacts, or both. A
 * full disk would stop Postgres. Below the reserve, artifacts are refused, and below half of it also uploads, which need
 * the space for their rows. Reads go on.
 */
export interface DiskReserve {
  /** @throws SvcError SERVICE_UNAVAILABLE with Retry-After when the disk has too little space for this. */
  requireRoom(use: DiskUse): Promise<void>;
  /** The disks below their reserve. */
  scarceDisks(): Promise<ScarceDisk[]>;
}

// A disk of some GB cannot lose the reserve in this time.
const SAMPLE_MS = 3_000;
const RETRY_SECONDS = 60;

type DiskConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'storage' | 'diskReservePercent'>;

/** `sampleMs` is the longest time for which a reading of a disk counts. */
export function openDiskReserve(config: DiskConfig, { sampleMs = SAMPLE_MS } = {}): DiskReserve {
  const reserve = config.diskReservePercent / 100;
  const postgres = config.databaseUrl === null ? createSampler(config.dataDir, sampleMs) : null;
  const { storage } = config;
  // Artifacts and Postgres are on one disk, unless the folder of artifacts is a separate mount.
  const artifacts = storage.kind === 'disk' ? createSampler(storage.folder, sampleMs) : null;
  const stateOf = async (use: DiskUse): Promise<ScarceDisk | null> => {
    const sample = use === 'results' ? postgres : artifacts;
    const freeShare = sample === null ? null : await sample();
    if (freeShare === null || freeShare >= reserve) return null;
    return { use, freeShare, isRefused: use === 'artifacts' || freeShare < reserve / 2 };
  };
  return {
    requireRoom: async (use) => {
      const state = await stateOf(use);
      if (state?.isRefused !== true) return;
      const what = use === 'artifacts' ? 'artifacts' : 'uploads';
      throw new SvcError(
        'SERVICE_UNAVAILABLE',
        `The disk of the server is nearly full (${formatPercent(state.freeShare)} free), so it refuses ${what} at the moment.`,
        {
          hint: 'Its operator has to free space: see `svc-admin retention --help`.',
          retryAfterSeconds: RETRY_SECONDS,
        },
      );
    },
    scarceDisks: async () => {
      const states = await Promise.all([stateOf('results'), stateOf('artifacts')]);
      return states.filter((state) => state !== null);
    },
  };
}

/** `4 %`, and `under 1 %` for less. */
export function formatPercent(share: number): string {
  return share < 0.01 ? 'under 1 %' : `${Math.floor(share * 100)} %`;
}

/**
 * Returns a function that reads the free share of the disk below `path`; null when it cannot be read. Reads at most
 * once in `sampleMs`, and once for all callers that wait at the same time.
 */
function createSampler(path: string, sampleMs: number): () => Promise<number | null> {
  let reading: Promise<number | null> | null = null;
  let readAt = -Infinity;
  return () => {
    const now = performance.now();
    if (reading === null || now - readAt >= sampleMs) {
      readAt = now;
      reading = readFreeShare(path);
    }
    return reading;
  };
}

async function readFreeShare(path: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(path);
    return blocks === 0 ? null : bavail / blocks;
  } catch (error) {
    // The first artifact makes the folder.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const parent = dirname(join(path));
    return isMissing && parent !== path ? readFreeShare(parent) : null;
  }
}
