import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * Resident memory now, or its peak, from Linux' own accounting, which knows the peak that sampling
 * would miss. @throws Error when the process has ended.
 */
export async function statusBytes(
  { pid }: ChildProcess,
  field: 'VmRSS' | 'VmHWM',
): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`no ${field} in the process status`);
  return Number(kilobytes) * 1024;
}
