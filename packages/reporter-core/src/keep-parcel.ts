import { type SpoolSettings, type SpoolWrite, writeSpool } from './spool.ts';
import type { SpooledRun } from './spool-file.ts';

/** Keeps a run in the spool as of now. */
export function keepParcel(
  run: Omit<SpooledRun, 'savedAt' | 'artifacts'>,
  directory: string,
  settings: SpoolSettings = {},
): SpoolWrite {
  return writeSpool({ savedAt: new Date().toISOString(), ...run }, directory, settings);
}
