import { expect, it, vi } from 'vitest';
import { LARGE_REPORTS } from './large-report.ts';
import { readInOwnProcess } from './read-in-own-process.ts';

vi.setConfig({ testTimeout: 120_000 });

// A report that is held in memory takes several times its size. `pnpm prove large-reports` reads 200 MB.
it.each([...Object.keys(LARGE_REPORTS), 'allure'])(
  'reads 25 MB of %s with a heap of 25 MB',
  (format) => {
    const { found, expected, residentMb } = readInOwnProcess(format, 25);
    expect(found.tests).toBeGreaterThan(2_500);
    expect(found).toEqual(expected);
    expect(residentMb).toBeLessThan(200);
  },
);
