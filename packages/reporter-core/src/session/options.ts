import type { RunOutcome } from './run-outcome.ts';
import { DEFAULT_URL, serverUrl, withoutPassword } from '../upload/server-url.ts';
import { type Setting, SettingReader } from './setting-reader.ts';

export { DEFAULT_URL } from '../upload/server-url.ts';

/** Of which results something is taken: those that failed, timed out or were flaky; every one; none. */
export type Which = 'failed' | 'all' | 'none';

/** What a reporter is told in the user's configuration. Each has an environment variable; the option wins. */
export interface ReporterOptions {
  /** `SVC_API_KEY`. Without one nothing is sent. Better kept out of the configuration file. */
  apiKey?: string | undefined;
  /**
   * `SVC_URL`; default `http://localhost:4400`. Without a scheme it is `http` for this machine, plain
   * host names and IP addresses, and `https` for all others.
   */
  url?: string | undefined;
  /** `SVC_PROJECT`; default: the repository's name. */
  project?: string | undefined;
  /** `SVC_NAME`: tells apart several executions of one CI run, such as the legs of a matrix. */
  name?: string | undefined;
  /** `SVC_EXECUTION_KEY`: uploads with the same key make one execution; default: CI run, attempt and name. */
  key?: string | undefined;
  /**
   * `SVC_LEG`: which leg of a CI matrix this is, such as `mysql`; default: GitLab's job name without its
   * index. Legs make one execution, and the results of each are told apart.
   */
  leg?: string | undefined;
  /** `SVC_TAGS`, separated by commas. */
  tags?: readonly string[] | undefined;
  /** `SVC_ENVIRONMENT`: its name, or several facts; default name: `ci` or `local`. */
  environment?: string | Readonly<Record<string, string>> | undefined;
  /** `SVC_ENABLED`: `true` (default), `false`, or `watch` to report reruns in watch mode too. */
  enabled?: boolean | 'watch' | undefined;
  /** `SVC_UPLOAD_BUDGET_MS`: the longest that reporting may hold up the end of a run; default 30,000. */
  uploadBudgetMs?: number | undefined;
  /** `SVC_REDACT`, separated by commas: further environment variables whose values never leave the machine. */
  redact?: readonly string[] | undefined;
  /** `SVC_ARTIFACTS`: of which results screenshots, traces and other attachments are sent; default `failed`. */
  artifacts?: Which | undefined;
  /** `SVC_MAX_ARTIFACT_SIZE_BYTES`: a larger file is left out, and told; default 104,857,600 (100 MiB). */
  maxArtifactSizeBytes?: number | undefined;
  /**
   * `SVC_INCLUDE_OUTPUT`: of which results stdout and stderr are sent; default `failed`, since the
   * console of passing tests is what makes uploads huge. With `failed` the output of a test file goes
   * along where the file has errors of its own or such a result in it.
   */
  includeOutput?: Which | undefined;
  /**
   * Called once with what became of the run, at its very end. What it returns is waited for, at most
   * five seconds and within the budget; what it throws is told in one line and goes no further.
   * `SVC_ON_UPLOAD` names a file instead, which gets the same as JSON.
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
  /** The file that gets the outcome, as it was given. */
  outcomeFile: string | undefined;
  /** Settings that cannot be right, one sentence each; they are ignored. */
  complaints: string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Options over variables over defaults. Never throws, whatever the options hold: they come from a
 * configuration that nobody type-checked. A wrong setting is named in `complaints` and ignored.
 */
export function resolveOptions(options: ReporterOptions, env: Environment): ResolvedOptions {
  const read = new SettingReader(options, env);
  const which = (name: string, variable: string): Which =>
    read.setting(name, variable, WHICH) ?? 'failed';
  return {
    apiKey: read.setting('apiKey', 'SVC_API_KEY', TEXT),
    url: read.setting('url', 'SVC_URL', ADDRESS) ?? DEFAULT_URL,
    project: read.setting('project', 'SVC_PROJECT', TEXT),
    name: read.setting('name', 'SVC_NAME', TEXT),
    key: read.setting('key', 'SVC_EXECUTION_KEY', TEXT),
    leg: read.setting('leg', 'SVC_LEG', TEXT),
    tags: read.list('tags', 'SVC_TAGS'),
    environment: read.facts('environment', 'SVC_ENVIRONMENT'),
    enabled: read.setting('enabled', 'SVC_ENABLED', ENABLED) ?? true,
    uploadBudgetMs: read.setting('uploadBudgetMs', 'SVC_UPLOAD_BUDGET_MS', BUDGET) ?? BUDGET_MS,
    // A name in the wrong form is still a secret's.
    redact: read.list('redact', 'SVC_REDACT', { takesText: true }),
    artifacts: which('artifacts', 'SVC_ARTIFACTS'),
    maxArtifactSizeBytes:
      read.setting('maxArtifactSizeBytes', 'SVC_MAX_ARTIFACT_SIZE_BYTES', SIZE) ?? ARTIFACT_BYTES,
    includeOutput: which('includeOutput', 'SVC_INCLUDE_OUTPUT'),
    onUpload: read.option('onUpload', FUNCTION),
    outcomeFile: read.variable('SVC_ON_UPLOAD'),
    complaints: read.complaints,
  };
}

const TEXT: Setting<string> = {
  expected: 'a text',
  read: (value) => (typeof value === 'string' ? value : undefined),
};

const ADDRESS: Setting<string> = {
  expected: 'an http(s) address',
  read: (value) => (typeof value === 'string' ? serverUrl(value) : undefined),
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

// Long enough for a server's restart, short enough that nobody takes the reporter for a hung run.
const BUDGET_MS = 30_000;
// The most that a timer takes.
const BUDGET = amount('milliseconds', 2_147_483_647);
// A trace of a long test takes tens of megabytes; what is larger is mostly an accident.
const ARTIFACT_BYTES = 100 * 1024 * 1024;
const SIZE = amount('bytes', Number.MAX_SAFE_INTEGER);

const FUNCTION: Setting<NonNullable<ReporterOptions['onUpload']>> = {
  expected: 'a function',
  read: (value) => (isFunction(value) ? value : undefined),
};

function isFunction(value: unknown): value is NonNullable<ReporterOptions['onUpload']> {
  return typeof value === 'function';
}

function amount(unit: string, most: number): Setting<number> {
  return {
    expected: `a number of ${unit}`,
    read: (value) => {
      const count = typeof value === 'number' || typeof value === 'string' ? Number(value) : -1;
      return Number.isFinite(count) && count >= 0 ? Math.min(count, most) : undefined;
    },
  };
}
