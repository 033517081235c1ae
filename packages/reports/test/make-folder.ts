import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeFile, type ReportFile } from '../src/files/report-file.ts';

/** When all files of a folder were written. */
export const WRITTEN_AT = new Date('2026-11-20T10:00:00Z');

/** A new folder with these files, by path. */
export async function makeFolder(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-reports-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    await utimes(join(folder, path), WRITTEN_AT, WRITTEN_AT);
  }
  return folder;
}

/** A JUnit report; each test case is `name`, or `name !` if it failed. */
export function junit(cases: readonly string[], attributes = ''): string {
  const written = cases.map((one) => {
    const [name = '', failed] = one.split(' ');
    const inside = failed === '!' ? '<failure message="expected 1"/>' : '';
    return `<testcase classname="cart" name="${name}" file="src/cart.test.ts" time="0.5">${inside}</testcase>`;
  });
  return `<testsuite name="cart" ${attributes}>\n${written.join('\n')}\n</testsuite>`;
}

/** The reports in a folder, by their paths. */
export async function reportsIn(folder: string, ...paths: string[]): Promise<ReportFile[]> {
  const reports: ReportFile[] = [];
  for (const path of paths) {
    const settings = { directory: folder, format: undefined };
    const described = await describeFile(join(folder, path), settings);
    if (described.kind === 'other') throw new Error(`${path} is no report`);
    reports.push(described.file);
  }
  return reports;
}
