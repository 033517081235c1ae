import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds outputs that are missing or older than their source. Takes a second if all are current. */
export function setup(): void {
  run('tsc', ['-b', 'tsconfig.build.json']);
  if (newest(COMPILED) > oldest(BUNDLES)) {
    run('tsdown', ['--logLevel', 'warn', '--config', '.config/tsdown.config.ts']);
  }
}

/** The input of the bundles, and the bundles. */
const COMPILED = [
  '{packages,apps}/*/build/**/*.js',
  'packages/{analysis,contract,formats,reporter-core,reports}/dist/**/*.js',
  '.config/tsdown.config.ts',
];
const BUNDLES = [
  'packages/{client,*-reporter}/dist/index.{js,d.ts}',
  'packages/cli/dist/main.js',
  'apps/server/dist/{main,admin}.js',
];

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(`node_modules/.bin/${command}`, args, {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0)
    throw new Error(`the build failed: ${command} ${args.join(' ')}`, { cause: error });
}

function newest(pattern: string[]): number {
  return Math.max(...timesOf(pattern));
}

/** A missing file counts as older than everything. */
function oldest(pattern: string[]): number {
  const times = timesOf(pattern);
  return times.length < 11 ? 0 : Math.min(...times);
}

function timesOf(pattern: string[]): number[] {
  return globSync(pattern, { cwd: ROOT }).map((file) => statSync(`${ROOT}${file}`).mtimeMs);
}
