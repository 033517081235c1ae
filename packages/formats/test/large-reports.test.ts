import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { ENDLESS_REPORTS, LARGE_REPORTS } from './large-report.ts';

vi.setConfig({ testTimeout: 300_000 });

const REPORT_MB = 200;
// A report that is held in memory takes several times its size.
const MOST_HEAP_MB = 200;
const MOST_RESIDENT_MB = 400;
// What waits is bounded, and texts outside Latin-1 take two bytes a character.
const MOST_RESIDENT_MB_OF_ENDLESS = 600;

const SCRIPT = fileURLToPath(new URL('read-large-report.ts', import.meta.url));

interface Reading {
  found: { tests: number; failed: number };
  expected: { tests: number; failed: number };
  residentMb: number;
}

it.each([...Object.keys(LARGE_REPORTS), 'allure'])(
  'reads 200 MB of %s with a heap of 200 MB',
  (format) => {
    const { found, expected, residentMb } = readLarge(format);
    expect(found.tests).toBeGreaterThan(20_000);
    expect(found).toEqual(expected);
    expect(residentMb).toBeLessThan(MOST_RESIDENT_MB);
  },
);

it.each(Object.keys(ENDLESS_REPORTS))(
  'reads 200 MB of %s that do not end with a heap of 200 MB',
  (name) => {
    expect(readLarge(name).residentMb).toBeLessThan(MOST_RESIDENT_MB_OF_ENDLESS);
  },
);

/** Reads in a process of its own, with a bounded heap. */
function readLarge(name: string): Reading {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=@svc/source',
      `--max-old-space-size=${MOST_HEAP_MB}`,
      SCRIPT,
      name,
      String(REPORT_MB),
    ],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Reading;
}
