import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution } from '@svc/contract/executions/executions';
import { getFrom } from '../processes/server-process.ts';
import type { ReportedRun } from './framework.ts';

// These functions count the passed tests in each kind of report. Without a report they return zero or throw an error.

export async function countJestJsonTests({ output }: ReportedRun): Promise<number> {
  const report = await readJson<{ numPassedTests: number }>(join(output, 'report.json'));
  return report.numPassedTests;
}

export async function countPlaywrightJsonTests({ output }: ReportedRun): Promise<number> {
  const report = await readJson<{ stats: { expected: number } }>(join(output, 'report.json'));
  return report.stats.expected;
}

export async function countJunitTests({ output }: ReportedRun): Promise<number> {
  const report = await readFile(join(output, 'junit.xml'), 'utf8');
  return report.split('<testcase ').length - 1;
}

export async function countCtrfTests({ output }: ReportedRun): Promise<number> {
  interface Ctrf {
    results: { tests: { status: string }[] };
  }
  const { results } = await readJson<Ctrf>(join(output, 'ctrf-report.json'));
  return results.tests.filter(({ status }) => status === 'passed').length;
}

/** Allure writes a file for each test. */
export async function countAllureTests({ output }: ReportedRun): Promise<number> {
  const files = await readdir(output);
  return files.filter((file) => file.endsWith('-result.json')).length;
}

/** Number of passed tests that the server stored for this execution. */
export async function countServerTests({ server, executionKey }: ReportedRun): Promise<number> {
  const response = await getFrom(server, '/api/executions?limit=1');
  const { data } = (await response.json()) as { data: { items: Execution[] } };
  const [newest] = data.items;
  return newest?.key === executionKey ? newest.totals.passed : 0;
}

async function readJson<Shape>(path: string): Promise<Shape> {
  return JSON.parse(await readFile(path, 'utf8')) as Shape;
}
