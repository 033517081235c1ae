import { globSync, readFileSync } from 'node:fs';
import { settings } from '../../../apps/server/src/settings.ts';
import { ROOT } from './find-snippets.ts';

/** What others read: their programs, and the secrets of a workflow. */
const FOREIGN = [
  'DATABASE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_LOGS_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'SHARD',
  'SVC_PULL_REQUEST_KEY',
  'WEBHOOK_SECRET',
];

/** What reads variables by their names: reporters, the command, the action, Compose, and the set-up of tests. */
const sources = globSync(
  [
    '{packages/*,apps/action}/src/**/*.ts',
    '.ci/*',
    'compose.yaml',
    '{.config,packages/*,apps/*}/test*/**/*.ts',
  ],
  { cwd: ROOT },
).filter((file) => !file.endsWith('.test.ts'));

const names = sources.flatMap(
  (file) => readFileSync(`${ROOT}${file}`, 'utf8').match(/\bSVC_[A-Z\d_]+\b/g) ?? [],
);

const KNOWN = new Set([...Object.keys(settings.shape), ...names, ...FOREIGN]);

/** Whether something of svc, or a program that the pages explain, reads the environment variable. */
export function isKnownVariable(name: string): boolean {
  return KNOWN.has(name);
}
