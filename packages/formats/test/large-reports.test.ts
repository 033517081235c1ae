import { expect, it, vi } from 'vitest';
import { LARGE_REPORTS } from './large-report.ts';
import { readInOwnProcess } from './read-in-own-process.ts';

vi.setConfig({ testTimeout: 120_000 });

// A report that is held in memory takes several times its size. `pnpm prove large-reports` reads 200 MB.
it.each([...Object.keys(LARGE_REPORTS), 'allure'])(
  'reads 50 MB of %s with a heap of 50 MB',
  (format) => {
    const { found, expected, residentMb } = readInOwnProcess(format, 50);
    expect(found.tests).toBeGreaterThan(5_000);
    expect(found).toEqual(expected);
    expect(residentMb).toBeLessThan(250);
  },
);
