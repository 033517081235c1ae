import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * The resident memory of a process now, or its peak, in bytes. Linux records the peak; sampling would miss it.
 * @throws Error when the process has ended.
 */
export async function readStatusBytes(
  { pid }: ChildProcess,
  field: 'VmRSS' | 'VmHWM',
): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`no ${field} in the process status`);
  return Number(kilobytes) * 1024;
}
