import { createHash } from 'node:crypto';
import type { Site } from './site.ts';

/** A result with made-up texts. */
export interface MadeResult {
  title: string;
  status: 'passed' | 'failed' | 'flaky';
  message?: string;
  stack?: string;
  diff?: string;
  owner?: string;
}

export interface MadeExecution {
  project: string;
  results: MadeResult[];
  /** When it began; now by default. */
  hoursAgo?: number;
  commit?: string;
  errors?: { message: string; stack?: string }[];
  /** How many there should be; this is the first. */
  shards?: number;
  files?: { file: string; durationMs: number; errors: { message: string }[] }[];
}

const FILE = 'src/cart/cart.test.ts';
const HOUR_MS = 60 * 60 * 1_000;

/** A failure of each class as made-up texts, by the class that the classifier gives it. */
export const FAILURES = {
  REAL_BUG: {
    title: 'adds the tax of every line',
    status: 'failed',
    message: "TypeError: Cannot read properties of undefined (reading 'rate')",
    stack: [
      "TypeError: Cannot read properties of undefined (reading 'rate')",
      '    at taxOf (src/cart/tax.ts:41:20)',
      '    at totalOf (src/cart/totals.ts:12:9)',
      '    at src/cart/cart.test.ts:12:5',
    ].join('\n'),
    owner: '@acme/cart',
  },
  HEALABLE: {
    title: 'opens the checkout',
    status: 'failed',
    message:
      "locator.click: Error: strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 2 elements:\n" +
      "    1) <button>Pay</button> aka getByRole('button', { name: 'Pay', exact: true })\n" +
      "    2) <button>Pay later</button> aka getByRole('button', { name: 'Pay later' })",
  },
  INFRA: {
    title: 'stores the order',
    status: 'failed',
    message: 'ENOSPC: no space left on device, write',
    stack:
      'Error: ENOSPC: no space left on device, write\n    at writeSync (node:fs:900:3)\n    at src/cart/cart.test.ts:80:5',
  },
  KNOWN_FLAKE: {
    title: 'hears of the delivery',
    status: 'failed',
    message: 'Timed out waiting for the message "delivered" on the socket after 5000 ms',
  },
} satisfies Record<string, MadeResult>;

/** Uploads a history in which one test flakes, and then an execution with a failure of each class. Returns its id. */
export async function uploadEachClass(site: Site, project: string): Promise<string> {
  const { KNOWN_FLAKE, ...others } = FAILURES;
  for (const hoursAgo of [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]) {
    const isFlaky = hoursAgo % 3 === 0;
    await uploadExecution(site, {
      project,
      hoursAgo,
      results: [
        ...Object.values(others).map(passed),
        isFlaky ? { ...KNOWN_FLAKE, status: 'flaky' } : passed(KNOWN_FLAKE),
      ],
    });
  }
  const many = Array.from({ length: 40 }, (_, at) => ({
    title: `passes ${at}`,
    status: 'passed' as const,
  }));
  return uploadExecution(site, { project, results: [...Object.values(FAILURES), ...many] });
}

/** Uploads an execution from CI on `main`. Returns its id. */
export async function uploadExecution(
  { url, apiKey }: Site,
  {
    project,
    results,
    hoursAgo = 0,
    commit = commitOf(`${project} ${hoursAgo}`),
    shards = 1,
    errors = [],
    files = [],
  }: MadeExecution,
): Promise<string> {
  const hasFailed =
    errors.length + files.length > 0 || results.some(({ status }) => status === 'failed');
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      version: 1,
      execution: {
        project,
        framework: 'vitest',
        reporter: { name: 'test', version: '1' },
        status: hasFailed ? 'failed' : 'passed',
        startedAt: new Date(Date.now() - hoursAgo * HOUR_MS - 1_000).toISOString(),
        durationMs: 1_000,
        git: { branch: 'main', commit },
        ci: { provider: 'github', runId: `${project} ${hoursAgo} ${Math.random()}` },
        errors,
        ...(shards > 1 ? { shard: { index: 1, total: shards } } : {}),
      },
      files,
      results: results.map(resultOf),
    }),
  });
  const answer = (await response.json()) as { data: { executionId: string } };
  if (!response.ok) throw new Error(`the upload failed: ${JSON.stringify(answer)}`);
  return answer.data.executionId;
}

function commitOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function passed({ title }: MadeResult): MadeResult {
  return { title, status: 'passed' };
}

function resultOf({ title, status, owner, message = '', stack, diff }: MadeResult) {
  const failed = {
    status: 'failed',
    durationMs: 5,
    errors: [
      {
        message,
        ...(stack === undefined ? {} : { stack }),
        ...(diff === undefined ? {} : { diff }),
      },
    ],
  };
  const passed = { status: 'passed', durationMs: 5, errors: [] };
  return {
    titlePath: ['cart', title],
    file: FILE,
    line: 12,
    status: status === 'failed' ? 'failed' : 'passed',
    durationMs: 5,
    ...(owner === undefined ? {} : { owner }),
    attempts: { passed: [passed], failed: [failed], flaky: [failed, passed] }[status],
  };
}
