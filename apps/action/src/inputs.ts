import type { Environment } from '@svc/reporter-core/options/options';
import { serverUrl, withoutPassword, DEFAULT_URL } from '@svc/reporter-core/upload/server-url';
import {
  COMMENT_WHEN,
  type CommentWhen,
  FAIL_ON,
  type FailOn,
  IF_NO_FILES,
  IF_UNDECIDED,
  type IfNoFiles,
  type IfUndecided,
  INPUTS,
} from './constants.ts';
import { legOf } from './run/leg.ts';
import type { Runner } from './runner.ts';

export interface Inputs {
  apiKey: string | undefined;
  /** Without a slash at its end; undefined if the given one is no http(s) address. */
  url: string | undefined;
  files: string[];
  project: string | undefined;
  name: string | undefined;
  leg: string | undefined;
  /** `base`, `none`, `branch:NAME` or an execution's id. */
  compareWith: string;
  failOn: FailOn;
  comment: CommentWhen;
  summary: boolean;
  annotations: boolean;
  analyze: boolean;
  failOnUploadError: boolean;
  ifNoFiles: IfNoFiles;
  ifUndecided: IfUndecided;
  /** How long to wait for missing shards. */
  waitMs: number;
  token: string | undefined;
}

/** A setting that cannot be ignored, because the user relies on it to stop a merge. */
export class WrongInput extends Error {
  override name = 'WrongInput';
}

/**
 * Inputs before variables before defaults. A value that is not one of the possible ones becomes the default, with a
 * warning.
 * @throws WrongInput for an unknown `fail-on` or `if-undecided`: ignoring it would let failures pass.
 */
export function readInputs(runner: Runner, env: Environment): Inputs {
  const apiKey = text(runner, INPUTS.apiKey) ?? blank(env['SVC_API_KEY']);
  return {
    apiKey,
    url: address(runner, text(runner, INPUTS.url) ?? blank(env['SVC_URL'])),
    files: lines(runner.input(INPUTS.files)),
    project: text(runner, INPUTS.project) ?? blank(env['SVC_PROJECT']),
    name: text(runner, INPUTS.name) ?? blank(env['SVC_NAME']),
    leg: blank(env['SVC_LEG']) ?? legOf(runner.input(INPUTS.matrix)),
    compareWith: text(runner, INPUTS.compareWith) ?? 'base',
    failOn: strictChoice(runner, INPUTS.failOn, FAIL_ON),
    comment: commentWhen(runner),
    summary: flag(runner, INPUTS.summary, true),
    annotations: flag(runner, INPUTS.annotations, true),
    analyze: flag(runner, INPUTS.analyze, true),
    failOnUploadError: flag(runner, INPUTS.failOnUploadError, false),
    ifNoFiles: choice(runner, INPUTS.ifNoFiles, IF_NO_FILES),
    ifUndecided: strictChoice(runner, INPUTS.ifUndecided, IF_UNDECIDED),
    waitMs: seconds(runner, INPUTS.wait, 120) * 1000,
    token: text(runner, INPUTS.token) ?? blank(env['GITHUB_TOKEN']),
  };
}

function text(runner: Runner, name: string): string | undefined {
  return blank(runner.input(name));
}

/** An unset secret arrives as an empty text. */
function blank(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function lines(value: string): string[] {
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function address(runner: Runner, value: string | undefined): string | undefined {
  if (value === undefined) return DEFAULT_URL;
  const url = serverUrl(value);
  if (url === undefined) {
    runner.warning(
      `url '${withoutPassword(value)}' is not an http(s) address, so no server is asked`,
    );
  }
  return url;
}

/** The first of the possible values is the default. */
function strictChoice<Value extends string>(
  runner: Runner,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = runner.input(name) || values[0];
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  throw new WrongInput(`${name} '${value}' is not one of ${values.join(', ')}`);
}

/** Also takes what people write for a switch. */
function commentWhen(runner: Runner): CommentWhen {
  const value = runner.input(INPUTS.comment).toLowerCase();
  if (value === 'true') return 'always';
  return value === 'false' ? 'never' : choice(runner, INPUTS.comment, COMMENT_WHEN);
}

/** The first of the possible values is the default. */
function choice<Value extends string>(
  runner: Runner,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = runner.input(name);
  const found = values.find((one) => one === value);
  if (found === undefined && value !== '') {
    runner.warning(`${name} '${value}' is not one of ${values.join(', ')}; using ${values[0]}`);
  }
  return found ?? values[0];
}

function flag(runner: Runner, name: string, byDefault: boolean): boolean {
  const value = runner.input(name).toLowerCase();
  if (value === 'true' || value === 'false') return value === 'true';
  if (value !== '') runner.warning(`${name} '${value}' is not true or false; using ${byDefault}`);
  return byDefault;
}

function seconds(runner: Runner, name: string, byDefault: number): number {
  const value = runner.input(name);
  if (/^\d{1,5}$/.test(value)) return Number(value);
  if (value !== '')
    runner.warning(`${name} '${value}' is not a number of seconds; using ${byDefault}`);
  return byDefault;
}
