import { expect, it, vi } from 'vitest';
import { ENDLESS_REPORTS, LARGE_REPORTS } from './large-report.ts';
import { readInOwnProcess } from './read-in-own-process.ts';

vi.setConfig({ testTimeout: 300_000 });

it.each([...Object.keys(LARGE_REPORTS), 'allure'])(
  'reads 200 MB of %s with a heap of 200 MB',
  (format) => {
    const { found, expected, residentMb } = readInOwnProcess(format, 200);
    expect(found.tests).toBeGreaterThan(20_000);
    expect(found).toEqual(expected);
    expect(residentMb).toBeLessThan(400);
  },
);

// What waits is bounded, and texts outside Latin-1 take two bytes a character.
it.each(Object.keys(ENDLESS_REPORTS))(
  'reads 200 MB of %s that do not end with a heap of 200 MB',
  (name) => {
    expect(readInOwnProcess(name, 200).residentMb).toBeLessThan(600);
  },
);
