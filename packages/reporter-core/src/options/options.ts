import type { RunOutcome } from '../report/run-outcome.ts';
import type { Which } from '../report/wanted-results.ts';
import { SPLIT_SHARD } from './split-shard.ts';
import { DEFAULT_URL, parseServerUrl, withoutPassword } from './server-url.ts';
import { type Environment, type Setting, SettingReader } from './setting-reader.ts';

export type { Environment } from './setting-reader.ts';

export { DEFAULT_URL } from './server-url.ts';

/** Options in the user's configuration. Each has an environment variable. The option takes precedence. */
export interface ReporterOptions {
  /** `SVC_API_KEY`. Nothing is sent without a key. Prefer the variable: configuration files are usually committed. */
  apiKey?: string | undefined;
  /**
   * `SVC_URL`; default `http://localhost:4400`. If the URL has no scheme, this machine, plain host names and IP
   * addresses use `http`, and all other hosts use `https`.
   */
  url?: string | undefined;
  /** `SVC_PROJECT`; default: the repository's name. */
  project?: string | undefined;
  /** `SVC_NAME`: distinguishes several executions of one CI run, such as unit and end-to-end tests. */
  name?: string | undefined;
  /** `SVC_EXECUTION_KEY`: uploads with the same key form one execution; default: CI run, attempt and name. */
  key?: string | undefined;
  /**
   * `SVC_LEG`: the leg of a CI matrix, such as `mysql`; default: GitLab's job name without its index. All legs form
   * one execution, and the results of each leg are separate.
   */
  leg?: string | undefined;
  /** `SVC_TAGS`, separated by commas. */
  tags?: readonly string[] | undefined;
  /** `SVC_ENVIRONMENT`: its name, or several facts; default name: `ci` or `local`. */
  environment?: string | Readonly<Record<string, string>> | undefined;
  /** `SVC_ENABLED`: `true` (default), `false`, or `watch` to report reruns in watch mode too. */
  enabled?: boolean | 'watch' | undefined;
  /** `SVC_UPLOAD_BUDGET_MS`: the maximum time that reporting delays the end of a run; default 30,000. */
  uploadBudgetMs?: number | undefined;
  /** `SVC_REDACT`, separated by commas: further environment variables whose values are redacted. */
  redact?: readonly string[] | undefined;
  /** `SVC_ARTIFACTS`: the results whose screenshots, traces and other attachments are sent; default `failed`. */
  artifacts?: Which | undefined;
  /** `SVC_MAX_ARTIFACT_SIZE_BYTES`: larger files are not sent, but reported; default 104,857,600 (100 MiB). */
  maxArtifactSizeBytes?: number | undefined;
  /**
   * `SVC_INCLUDE_OUTPUT`: the results whose stdout and stderr are sent; default `failed`, because the output of
   * passing tests makes uploads huge. With `failed`, the output of a test file is sent if the file has its own
   * errors or contains such a result.
   */
  includeOutput?: Which | undefined;
  /**
   * Called once with the outcome of the upload, at the end of the run. The reporter waits for the returned promise,
   * at most five seconds and within the budget. It reports errors in one line and ignores them otherwise.
   * `SVC_ON_UPLOAD` names a file instead, which receives the same outcome as JSON, or a folder, which receives a file of
   * each run.
   */
  onUpload?: ((outcome: RunOutcome) => unknown) | undefined;
}

export interface ResolvedOptions {
  apiKey: string | undefined;
  url: string;
  project: string | undefined;
  name: string | undefined;
  key: string | undefined;
  leg: string | undefined;
  tags: string[];
  environment: Record<string, string>;
  enabled: boolean | 'watch';
  uploadBudgetMs: number;
  redact: string[];
  artifacts: Which;
  maxArtifactSizeBytes: number;
  includeOutput: Which;
  onUpload: ReporterOptions['onUpload'];
  /** The file for the outcome, as configured. */
  outcomeFile: string | undefined;
  /** `SVC_RUN_FOLDER`, which `svc run` sets: the folder for what it reads about each run. */
  runFolder: string | undefined;
  /** Invalid settings, one sentence each. They are ignored. */
  complaints: string[];
}

/**
 * Resolves settings: options before variables before defaults. Does not throw for any options, because configurations
 * are often not type-checked: reports invalid settings in `complaints` and ignores them.
 */
export function resolveOptions(options: ReporterOptions, env: Environment): ResolvedOptions {
  const read = new SettingReader(options, env);
  // Its value is read where the framework's own shard is known: `split-shard.ts`.
  read.checkVariable('SVC_SHARD', SPLIT_SHARD);
  const which = (name: string, variable: string): Which =>
    read.readSetting(name, variable, WHICH) ?? 'failed';
  return {
    apiKey: read.readSetting('apiKey', 'SVC_API_KEY', TEXT),
    url: read.readSetting('url', 'SVC_URL', ADDRESS) ?? DEFAULT_URL,
    project: read.readSetting('project', 'SVC_PROJECT', TEXT),
    name: read.readSetting('name', 'SVC_NAME', TEXT),
    key: read.readSetting('key', 'SVC_EXECUTION_KEY', TEXT),
    leg: read.readSetting('leg', 'SVC_LEG', TEXT),
    tags: read.list('tags', 'SVC_TAGS'),
    environment: read.readFacts('environment', 'SVC_ENVIRONMENT'),
    enabled: read.readSetting('enabled', 'SVC_ENABLED', ENABLED) ?? true,
    uploadBudgetMs: read.readSetting('uploadBudgetMs', 'SVC_UPLOAD_BUDGET_MS', BUDGET) ?? BUDGET_MS,
    // A name in the wrong form may still name a secret.
    redact: read.list('redact', 'SVC_REDACT', { takesText: true }),
    artifacts: which('artifacts', 'SVC_ARTIFACTS'),
    maxArtifactSizeBytes:
      read.readSetting('maxArtifactSizeBytes', 'SVC_MAX_ARTIFACT_SIZE_BYTES', SIZE) ??
      ARTIFACT_BYTES,
    includeOutput: which('includeOutput', 'SVC_INCLUDE_OUTPUT'),
    onUpload: read.option('onUpload', FUNCTION),
    outcomeFile: read.readVariable('SVC_ON_UPLOAD'),
    runFolder: read.readVariable('SVC_RUN_FOLDER'),
    complaints: read.complaints,
  };
}

const TEXT: Setting<string> = {
  expected: 'a text',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

const ADDRESS: Setting<string> = {
  expected: 'an http(s) address',
  read: (value) => (typeof value === 'string' ? parseServerUrl(value) : undefined),
  shown: (value) => withoutPassword(value),
};

const ENABLED: Setting<boolean | 'watch'> = {
  expected: 'true, false or watch',
  read: (value) => {
    if (value === true || value === 'true' || value === '1') return true;
    if (value === false || value === 'false' || value === '0') return false;
    return value === 'watch' ? value : undefined;
  },
};

const WHICH: Setting<Which> = {
  expected: 'failed, all or none',
  read: (value) => (value === 'failed' || value === 'all' || value === 'none' ? value : undefined),
};

// Long enough for a server's restart, and short enough that the run does not seem to hang.
const BUDGET_MS = 30_000;
// The maximum of a timer.
const BUDGET = buildAmountSetting('milliseconds', 2_147_483_647);
// A trace of a long test has tens of megabytes. Larger files are usually a mistake.
const ARTIFACT_BYTES = 100 * 1024 * 1024;
const SIZE = buildAmountSetting('bytes', Number.MAX_SAFE_INTEGER);

const FUNCTION: Setting<NonNullable<ReporterOptions['onUpload']>> = {
  expected: 'a function',
  read: (value) => (isFunction(value) ? value : undefined),
};

function isFunction(value: unknown): value is NonNullable<ReporterOptions['onUpload']> {
  return typeof value === 'function';
}

function buildAmountSetting(unit: string, most: number): Setting<number> {
  return {
    expected: `a number of ${unit}`,
    read: (value) => {
      const count = typeof value === 'number' || typeof value === 'string' ? Number(value) : -1;
      return Number.isFinite(count) && count >= 0 ? Math.min(count, most) : undefined;
    },
  };
}
