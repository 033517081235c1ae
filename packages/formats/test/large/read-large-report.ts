import { readAllureResults } from '../../src/allure/read-allure-results.ts';
import { readReport } from '../../src/read-report.ts';
import type { ReportBatch } from '../../src/report-batch.ts';
import { ReportError } from '../../src/report-error.ts';
import {
  ENDLESS_REPORTS,
  isFailed,
  LARGE_REPORTS,
  largeAllureFolder,
  largeReport,
} from './large-report.ts';

/** Reads a large report, made on the fly, and prints what it found and what it took: `<format> <MB>`. */
const [format = '', megabytes = ''] = process.argv.slice(2);
const sizeBytes = Number(megabytes) * 1024 * 1024;
const settings = { sentPath: (path: string) => path };
const found = { tests: 0, failed: 0 };
const expected = { tests: 0, failed: 0 };
// Not `maxRSS`, which begins with what the process that started this one had taken.
let residentBytes = 0;
const beganAt = performance.now();
try {
  for await (const { results } of batches()) {
    residentBytes = Math.max(residentBytes, process.memoryUsage.rss());
    found.tests += results.length;
    found.failed += results.filter(({ status }) => status === 'failed').length;
  }
} catch (error) {
  if (!(error instanceof ReportError)) throw error;
}
const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
const residentMb = Math.round(residentBytes / 1024 / 1024);
process.stdout.write(JSON.stringify({ found, expected, seconds, residentMb }));

function batches(): AsyncIterable<ReportBatch> {
  if (format === 'allure') {
    const files = largeAllureFolder(sizeBytes);
    for (const index of files.keys()) expect(index, isFailed(index));
    return readAllureResults(files, settings);
  }
  const endless = ENDLESS_REPORTS[format];
  if (endless !== undefined) {
    const open = () => largeReport(endless, sizeBytes);
    return readReport(open, { ...settings, format: endless.format });
  }
  const known = Object.keys(LARGE_REPORTS).find((name) => name === format);
  if (known === undefined) throw new Error(`No large report of the format '${format}'`);
  const chosen = known as keyof typeof LARGE_REPORTS;
  const { part, ...report } = LARGE_REPORTS[chosen];
  const counted = (index: number, fails: boolean): string => {
    expect(index, fails);
    return part(index, fails);
  };
  const open = () => largeReport({ ...report, part: counted }, sizeBytes);
  return readReport(open, { ...settings, format: chosen });
}

/** Counts a test once: TRX is read twice. */
function expect(index: number, fails: boolean): void {
  if (index < expected.tests) return;
  expected.tests++;
  if (fails) expected.failed++;
}
