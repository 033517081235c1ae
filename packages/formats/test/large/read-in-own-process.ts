import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const SCRIPT = fileURLToPath(new URL('read-large-report.ts', import.meta.url));

interface Reading {
  found: { tests: number; failed: number };
  expected: { tests: number; failed: number };
  residentMb: number;
}

/** Reads a generated report of this size in a process of its own, whose heap is no larger than the report. */
export function readInOwnProcess(name: string, megabytes: number): Reading {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=@svc/source',
      `--max-old-space-size=${megabytes}`,
      SCRIPT,
      name,
      String(megabytes),
    ],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Reading;
}
