import type { IngestResult, IngestBody } from '@svc/contract/executions/ingest';
import { clock } from '../../src/clock.ts';
import type { Attachment } from '../../src/report/artifact.ts';
import type { Environment, ReporterOptions } from '../../src/options/options.ts';
import type { RunReport } from '../../src/report/run-report.ts';
import { Session } from '../../src/session/session.ts';
import { API_KEY } from '../servers/sink-server.ts';

export interface TestSession {
  session: Session;
  lines: string[];
}

/** A session on a developer's machine that collects its lines. */
export function makeSession(
  directory: string,
  options: ReporterOptions,
  env: Environment = {},
): TestSession {
  const lines: string[] = [];
  const session = new Session({
    options: { apiKey: API_KEY, uploadBudgetMs: 5_000, ...options },
    reporter: { name: 'r', version: '1' },
    framework: { name: 'vitest', version: '1' },
    directory,
    env,
    print: (line) => lines.push(line),
  });
  return { session, lines };
}

/** An hour ago: a server lists recent executions. */
const STARTED_AT = new Date(clock.nowMs() - 3_600_000).toISOString();

/** A run with these results. It fails if one of them failed. */
export function makeReport(results: IngestResult[], attachments: Attachment[] = []): RunReport {
  const isRed = results.some(({ status }) => status === 'failed');
  return {
    execution: {
      status: isRed ? 'failed' : 'passed',
      startedAt: STARTED_AT,
      durationMs: 1,
    },
    files: [],
    results,
    attachments,
  };
}

export function makeResult(
  title: string,
  status: IngestResult['status'] = 'failed',
  more: Partial<IngestResult> = {},
): IngestResult {
  return { titlePath: [title], file: 'shop.test.ts', status, durationMs: 1, ...more };
}

/** A run with one test. `name` is also its idempotency key. */
export function makeBody(name: string): IngestBody {
  return {
    version: 1,
    idempotencyKey: name,
    execution: {
      project: 'shop',
      name,
      framework: 'vitest',
      reporter: { name: 'r', version: '1' },
      status: 'passed',
      startedAt: STARTED_AT,
      durationMs: 1,
    },
    results: [{ titlePath: ['a'], file: 'a.test.ts', status: 'passed', durationMs: 1 }],
  };
}
