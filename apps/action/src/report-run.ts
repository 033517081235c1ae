import { counted } from '@svc/analysis/text/numbers';
import {
  error as logError,
  info,
  notice,
  setFailed,
  setSecret,
  summary,
  warning,
} from '@actions/core';
import { collectReport, hasFiles, type Surroundings } from './collect-report.ts';
import { commentOnPullRequest } from './comment-on-pull-request.ts';
import { findFiles, type FoundFiles } from './files/find-files.ts';
import { gitHubApi, refusal, type GitHubApi } from './github/api.ts';
import { forkPullRequest } from './github/pull-request.ts';
import { markdownText } from '@svc/analysis/text/markdown';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import { readInputs, WrongInput, type Inputs } from './inputs.ts';
import { setOutputs } from './outputs.ts';
import type { Report } from './report/report.ts';
import { readRun, type Run } from './run/run.ts';
import { annotationsOf, type Annotation } from './text/annotations.ts';
import { summaryText } from './text/summary.ts';
import { headline } from './text/words.ts';
import { decide } from './verdict.ts';
import { clock } from '@svc/reporter-core/clock';

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that the action does after the tests. */
export async function reportRun(env: Environment): Promise<void> {
  const inputs = inputsOf(env);
  if (inputs === undefined) return;
  if (inputs.apiKey !== undefined) setSecret(inputs.apiKey);
  if (inputs.token !== undefined) setSecret(inputs.token);
  const api =
    inputs.token === undefined
      ? undefined
      : gitHubApi({ token: inputs.token, url: env['GITHUB_API_URL'] });
  const directory = env['GITHUB_WORKSPACE'] ?? process.cwd();
  const run = await withPullRequest(readRun(env), api);
  const found = await findFiles(inputs.files, directory);
  tellFiles(found, inputs);
  const around: Surroundings = { inputs, run, found, directory, now: clock.now() };
  const { report, client, uploadFailure, lacks } = await collectReport(around);
  if (uploadFailure !== undefined) tellUpload(uploadFailure, inputs);
  await evenIfItFails('The outputs were not set', () => setOutputs(report));
  if (report !== null) await show(report, { inputs, uploadFailure, env });
  const { pullRequest } = run.ci;
  if (
    api !== undefined &&
    client !== null &&
    pullRequest !== undefined &&
    inputs.comment !== 'never'
  ) {
    await evenIfItFails('The comment was not written', () =>
      commentOnPullRequest({ api, client, inputs, run, pullRequest }),
    );
  }
  endStep(report, { inputs, job: run.ci.job, lacks });
}

/** Goes on after a fault of one answer: the others, and the decision above all, do not depend on it. */
async function evenIfItFails(what: string, answer: () => Promise<void> | void): Promise<void> {
  try {
    await answer();
  } catch (error) {
    warning(`${what}: ${error instanceof Error ? error.message : String(error)}`, { title: 'svc' });
  }
}

/** A line of the log. GitHub would obey a text that begins with `::`. */
function tellLine(text: string): void {
  info(`- ${terminalLine(text)}`);
}

function endStep(
  report: Report | null,
  { inputs, job, lacks }: { inputs: Inputs; job: string | undefined; lacks: string | undefined },
): void {
  const { failOn, ifUndecided } = inputs;
  const { failure, unknown } = decide(report, { failOn, lacks });
  if (unknown !== undefined) {
    if (ifUndecided === 'error') setFailed(`svc: ${unknown} (if-undecided: error)`);
    // A shard cannot know the others. The last one decides, and a warning in each job before would alarm for nothing.
    else if (isShardOf(report, job)) tellLine(unknown);
    else warning(unknown, { title: 'svc' });
  }
  if (failure !== undefined) setFailed(`svc: ${terminalLine(failure)} (fail-on: ${failOn})`);
}

/** Whether this job is a part of an execution that lacks others. */
function isShardOf(report: Report | null, job: string | undefined): boolean {
  if (report === null || job === undefined) return false;
  return report.executions.some((one) => one.status === 'running' && one.job === job);
}

function inputsOf(env: Environment): Inputs | undefined {
  try {
    return readInputs(env);
  } catch (error) {
    if (!(error instanceof WrongInput)) throw error;
    setOutputs(null);
    setFailed(error.message);
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
    const refused = refusal(error);
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
    warning(`skipped: ${listed(found.skipped)}`, { title: 'svc' });
    if (found.skipped.length > MOST_LISTED) found.skipped.forEach(tellLine);
  }
  if (files.length > 0 && hasFiles(found)) {
    info(
      `${counted(found.reports.length, 'report')} and ${counted(found.savedRuns.length, 'saved run')} found`,
    );
  }
}

// GitHub shows ten warnings of a step, and `**/*.xml` may match a hundred files that are no reports.
const MOST_LISTED = 5;

function listed(texts: readonly string[]): string {
  const left = texts.length - MOST_LISTED;
  const shown = texts.slice(0, MOST_LISTED).map(terminalLine).join('; ');
  return left > 0 ? `${shown}; and ${left} more, see the log` : shown;
}

function tellUpload(failure: string, { failOnUploadError }: Inputs): void {
  if (failOnUploadError) setFailed(`svc: not sent: ${failure} (fail-on-upload-error)`);
  else warning(`not sent: ${failure}`, { title: 'svc' });
}

async function show(
  report: Report,
  {
    inputs,
    uploadFailure,
    env,
  }: { inputs: Inputs; uploadFailure: string | undefined; env: Environment },
): Promise<void> {
  info(headline(report));
  for (const { label, url } of report.executions) if (url !== null) tellLine(`${label}: ${url}`);
  for (const note of report.notes) tellLine(note);
  if (inputs.annotations) {
    for (const annotation of annotationsOf(report, inputs.leg)) annotate(annotation);
  }
  // Absent on runners older than the feature.
  if (inputs.summary && env['GITHUB_STEP_SUMMARY']) {
    const problems =
      uploadFailure === undefined
        ? []
        : [`**Not sent:** ${markdownText(terminalLine(uploadFailure))}`];
    await evenIfItFails('The summary was not written', async () => {
      await summary.addRaw(summaryText(report, problems), true).write();
    });
  }
}

const ANNOTATE = { error: logError, warning, notice } as const;

function annotate({ level, message, properties }: Annotation): void {
  ANNOTATE[level](message, properties);
}
