import type { RunDescription } from '@svc/reports/sending/run-description';
import { CommandError } from '../../../errors/exit.ts';

/** The flags of `svc upload <reports>`: they describe the run, or how to read the reports. */
export interface ReportFlags extends Omit<RunDescription, 'leg'> {
  dryRun?: boolean;
}

/**
 * Refuses these flags for saved runs, where they have no meaning: a saved run already contains everything.
 * @throws CommandError
 */
export function refuseReportFlags(flags: object): void {
  const stray = REPORT_FLAG_NAMES.find(([key]) => Reflect.get(flags, key) !== undefined);
  if (stray === undefined) return;
  throw new CommandError(
    `${stray[1]} is only for test reports, and this command sends saved runs`,
    `svc upload 'reports/**/*.xml' ${stray[1]} …`,
  );
}

const REPORT_FLAG_NAMES: readonly [key: keyof ReportFlags, flag: string][] = [
  ['project', '--project'],
  ['name', '--name'],
  ['framework', '--framework'],
  ['tag', '--tag'],
  ['environment', '--environment'],
  ['branch', '--branch'],
  ['commit', '--commit'],
  ['shard', '--shard'],
  ['format', '--format'],
  ['key', '--key'],
  ['root', '--root'],
  ['dryRun', '--dry-run'],
];
