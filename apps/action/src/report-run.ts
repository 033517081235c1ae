import { error, notice, setFailed, setSecret, warning } from '@actions/core';
import { addSummary, writeItem, writeLine } from './log.ts';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { collectReport, hasFiles, type Surroundings } from './collect-report.ts';
import { commentOnPullRequest } from './comment-on-pull-request.ts';
import { findFiles, type FoundFiles } from './files/find-files.ts';
import { createGitHubApi, findRefusal, type GitHubApi } from './github/api.ts';
import { forkPullRequest } from './github/pull-request.ts';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { makeTerminalSafe, toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { readInputs, WrongInput, type Inputs } from './inputs.ts';
import { setOutputs } from './outputs.ts';
import type { Report } from './report/report.ts';
import { readRun, type Run } from './run/run.ts';
import { buildAnnotations, type Annotation } from './text/annotations.ts';
import { renderSummary } from './text/summary.ts';
import { formatHeadline } from './text/words.ts';
import { decide } from './verdict.ts';
import type { World } from './world.ts';
import { clock } from '@svc/reporter-core/clock';

/** Everything that the action does after the tests. */
export async function reportRun(world: World): Promise<void> {
  const { env, waits } = world;
  const inputs = await readInputsOrFail(env);
  if (inputs === undefined) return;
  if (inputs.apiKey !== undefined) setSecret(inputs.apiKey);
  if (inputs.token !== undefined) setSecret(inputs.token);
  const api =
    inputs.token === undefined
      ? undefined
      : createGitHubApi({
          token: inputs.token,
          url: env['GITHUB_API_URL'],
          secondMs: waits.gitHubSecondMs,
          log: (line) => writeLine(line),
        });
  const directory = env['GITHUB_WORKSPACE'] ?? world.directory;
  const run = await withPullRequest(readRun(env), api);
  const found = await findFiles(inputs.files, { directory, world });
  tellFiles(found, inputs);
  const around: Surroundings = { waits, inputs, run, found, directory, now: clock.now() };
  const { report: reported, client, uploadFailure, lacks } = await collectReport(around);
  const report = makeTerminalSafe(reported);
  if (uploadFailure !== undefined) tellUpload(uploadFailure, inputs);
  await warnOnFailure(OUTPUTS_NOT_SET, () => setOutputs(report));
  if (reported !== null && report !== null) {
    // Annotations compare the names of files and legs with those of the checkout and the inputs, as they are.
    const annotations = inputs.annotations
      ? buildAnnotations(reported, { leg: inputs.leg, isFile: buildFileCheck(directory) })
      : [];
    await show(report, { annotations, inputs, uploadFailure, env });
  }
  const { pullRequest } = run.ci;
  if (
    api !== undefined &&
    client !== null &&
    pullRequest !== undefined &&
    inputs.comment !== 'never'
  ) {
    await warnOnFailure('The comment was not written', () =>
      commentOnPullRequest({ api, client, inputs, run, pullRequest }),
    );
  }
  endStep(report, { inputs, job: run.ci.job, lacks });
}

const OUTPUTS_NOT_SET = 'The outputs were not set';

/** Goes on after a fault of one answer: the others, and the decision above all, do not depend on it. */
async function warnOnFailure(what: string, answer: () => Promise<void> | void): Promise<void> {
  try {
    await answer();
  } catch (error) {
    warning(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
      title: 'svc',
    });
  }
}

function endStep(
  report: Report | null,
  { inputs, job, lacks }: { inputs: Inputs; job: string | undefined; lacks: string | undefined },
): void {
  const { failOn, ifUndecided } = inputs;
  const { failure, unknown } = decide(report, { failOn, lacks });
  if (unknown !== undefined) {
    if (ifUndecided === 'error') setFailed(`svc: ${unknown} (if-undecided: error)`);
    // A shard does not see the others. The last shard decides, and a warning in each job before it would be a false
    // alarm.
    else if (isShardOf(report, job)) writeItem(unknown);
    else warning(unknown, { title: 'svc' });
  }
  if (failure !== undefined) setFailed(`svc: ${toTerminalLine(failure)} (fail-on: ${failOn})`);
}

/** Whether this job is a part of an execution that lacks others. */
function isShardOf(report: Report | null, job: string | undefined): boolean {
  if (report === null || job === undefined) return false;
  return report.executions.some((one) => one.status === 'running' && one.job === job);
}

async function readInputsOrFail(env: World['env']): Promise<Inputs | undefined> {
  try {
    return readInputs(env);
  } catch (error) {
    if (!(error instanceof WrongInput)) throw error;
    setFailed(error.message);
    await warnOnFailure(OUTPUTS_NOT_SET, () => setOutputs(null));
    return undefined;
  }
}

/** Adds the pull request of a fork, which its event does not name. */
async function withPullRequest(run: Run, api: GitHubApi | undefined): Promise<Run> {
  if (api === undefined) return run;
  try {
    const pull = await forkPullRequest(api, run);
    if (pull === undefined) return run;
    const { number, baseBranch } = pull;
    return {
      ...run,
      ci: { ...run.ci, pullRequest: number },
      git: { ...run.git, baseBranch },
      baseBranch,
      env: { ...run.env, GITHUB_REF: `refs/pull/${number}/merge`, GITHUB_BASE_REF: baseBranch },
    };
  } catch (error) {
    const refused = findRefusal(error);
    if (refused === undefined) throw error;
    notice(`The pull request was not found: ${refused.message}`, { title: 'svc' });
    return run;
  }
}

function tellFiles(found: FoundFiles, { ifNoFiles, files }: Inputs): void {
  for (const glob of found.unmatched) {
    const text = `no file matches '${glob}'`;
    if (ifNoFiles === 'error') setFailed(`svc: ${text} (if-no-files: error)`);
    else if (ifNoFiles === 'warn') warning(text, { title: 'svc' });
  }
  if (found.skipped.length > 0) {
    warning(`skipped: ${formatList(found.skipped)}`, { title: 'svc' });
    if (found.skipped.length > MOST_LISTED) for (const one of found.skipped) writeItem(one);
  }
  if (found.companions.length > 0) {
    writeLine('left out, because tools write them beside their reports:');
    for (const one of found.companions) writeItem(one);
  }
  if (files.length > 0 && hasFiles(found)) {
    writeLine(
      `${formatCount(found.reports.length, 'report')} and ${formatCount(found.savedRuns.length, 'saved run')} found`,
    );
  }
}

// GitHub shows ten warnings of a step, and `**/*.xml` may match a hundred files that are no reports.
const MOST_LISTED = 5;

function formatList(texts: readonly string[]): string {
  const left = texts.length - MOST_LISTED;
  const shown = texts.slice(0, MOST_LISTED).map(toTerminalLine).join('; ');
  return left > 0 ? `${shown}; and ${left} more, see the log` : shown;
}

function tellUpload(failure: string, { failOnUploadError }: Inputs): void {
  if (failOnUploadError) setFailed(`svc: not sent: ${failure} (fail-on-upload-error)`);
  else warning(`not sent: ${failure}`, { title: 'svc' });
}

const ANNOTATE = { error, notice, warning };

async function show(
  report: Report,
  {
    annotations,
    inputs,
    uploadFailure,
    env,
  }: {
    annotations: readonly Annotation[];
    inputs: Inputs;
    uploadFailure: string | undefined;
    env: World['env'];
  },
): Promise<void> {
  writeLine(formatHeadline(report));
  for (const { label, url } of report.executions) if (url !== null) writeItem(`${label}: ${url}`);
  for (const note of report.notes) writeItem(note);
  for (const { level, message, properties } of annotations) ANNOTATE[level](message, properties);
  if (inputs.summary) {
    const problems =
      uploadFailure === undefined
        ? []
        : [`**Not sent:** ${escapeMarkdown(toTerminalLine(uploadFailure))}`];
    await warnOnFailure('The summary was not written', () =>
      addSummary(env, renderSummary(report, problems)),
    );
  }
}

/** Whether a name is of a file in the checkout. A checkout may lack folders: a name with one is taken for a file. */
function buildFileCheck(directory: string): (file: string) => boolean {
  const hasCheckout = existsSync(join(directory, '.git'));
  return (file) =>
    !hasCheckout ||
    file.includes('/') ||
    statSync(join(directory, file), { throwIfNoEntry: false })?.isFile() === true;
}
