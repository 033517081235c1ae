import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '@svc/analysis/text/numbers';
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
import type { Runner } from './runner.ts';
import { annotationsOf } from './text/annotations.ts';
import { summaryText } from './text/summary.ts';
import { headline } from './text/words.ts';
import { decide } from './verdict.ts';
import type { World } from './world.ts';
import { clock } from '@svc/reporter-core/clock';

/** Everything that the action does after the tests. */
export async function reportRun(world: World, runner: Runner): Promise<void> {
  const { env, waits } = world;
  const inputs = await inputsOf(runner, env);
  if (inputs === undefined) return;
  if (inputs.apiKey !== undefined) runner.setSecret(inputs.apiKey);
  if (inputs.token !== undefined) runner.setSecret(inputs.token);
  const api =
    inputs.token === undefined
      ? undefined
      : gitHubApi({
          token: inputs.token,
          url: env['GITHUB_API_URL'],
          secondMs: waits.gitHubSecondMs,
          log: (line) => runner.info(line),
        });
  const directory = env['GITHUB_WORKSPACE'] ?? world.directory;
  const run = await withPullRequest(readRun(env), api, runner);
  const found = await findFiles(inputs.files, { directory, world });
  tellFiles(runner, found, inputs);
  const around: Surroundings = { runner, waits, inputs, run, found, directory, now: clock.now() };
  const { report, client, uploadFailure, lacks } = await collectReport(around);
  if (uploadFailure !== undefined) tellUpload(runner, uploadFailure, inputs);
  await evenIfItFails(runner, OUTPUTS_NOT_SET, () => setOutputs(runner, report));
  if (report !== null) await show(runner, report, { inputs, uploadFailure, env, directory });
  const { pullRequest } = run.ci;
  if (
    api !== undefined &&
    client !== null &&
    pullRequest !== undefined &&
    inputs.comment !== 'never'
  ) {
    await evenIfItFails(runner, 'The comment was not written', () =>
      commentOnPullRequest({ runner, api, client, inputs, run, pullRequest }),
    );
  }
  endStep(runner, report, { inputs, job: run.ci.job, lacks });
}

const OUTPUTS_NOT_SET = 'The outputs were not set';

/** Goes on after a fault of one answer: the others, and the decision above all, do not depend on it. */
async function evenIfItFails(
  runner: Runner,
  what: string,
  answer: () => Promise<void> | void,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    runner.warning(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
      title: 'svc',
    });
  }
}

function endStep(
  runner: Runner,
  report: Report | null,
  { inputs, job, lacks }: { inputs: Inputs; job: string | undefined; lacks: string | undefined },
): void {
  const { failOn, ifUndecided } = inputs;
  const { failure, unknown } = decide(report, { failOn, lacks });
  if (unknown !== undefined) {
    if (ifUndecided === 'error') runner.fail(`svc: ${unknown} (if-undecided: error)`);
    // A shard cannot know the others. The last one decides, and a warning in each job before would alarm for nothing.
    else if (isShardOf(report, job)) runner.item(unknown);
    else runner.warning(unknown, { title: 'svc' });
  }
  if (failure !== undefined) runner.fail(`svc: ${terminalLine(failure)} (fail-on: ${failOn})`);
}

/** Whether this job is a part of an execution that lacks others. */
function isShardOf(report: Report | null, job: string | undefined): boolean {
  if (report === null || job === undefined) return false;
  return report.executions.some((one) => one.status === 'running' && one.job === job);
}

async function inputsOf(runner: Runner, env: World['env']): Promise<Inputs | undefined> {
  try {
    return readInputs(runner, env);
  } catch (error) {
    if (!(error instanceof WrongInput)) throw error;
    runner.fail(error.message);
    await evenIfItFails(runner, OUTPUTS_NOT_SET, () => setOutputs(runner, null));
    return undefined;
  }
}

/** Adds the pull request of a fork, which its event does not name. */
async function withPullRequest(run: Run, api: GitHubApi | undefined, runner: Runner): Promise<Run> {
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
    runner.notice(`The pull request was not found: ${refused.message}`, { title: 'svc' });
    return run;
  }
}

function tellFiles(runner: Runner, found: FoundFiles, { ifNoFiles, files }: Inputs): void {
  for (const glob of found.unmatched) {
    const text = `no file matches '${glob}'`;
    if (ifNoFiles === 'error') runner.fail(`svc: ${text} (if-no-files: error)`);
    else if (ifNoFiles === 'warn') runner.warning(text, { title: 'svc' });
  }
  if (found.skipped.length > 0) {
    runner.warning(`skipped: ${listed(found.skipped)}`, { title: 'svc' });
    if (found.skipped.length > MOST_LISTED) for (const one of found.skipped) runner.item(one);
  }
  if (found.companions.length > 0) {
    runner.info('left out, because tools write them beside their reports:');
    for (const one of found.companions) runner.item(one);
  }
  if (files.length > 0 && hasFiles(found)) {
    runner.info(
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

function tellUpload(runner: Runner, failure: string, { failOnUploadError }: Inputs): void {
  if (failOnUploadError) runner.fail(`svc: not sent: ${failure} (fail-on-upload-error)`);
  else runner.warning(`not sent: ${failure}`, { title: 'svc' });
}

async function show(
  runner: Runner,
  report: Report,
  {
    inputs,
    uploadFailure,
    env,
    directory,
  }: {
    inputs: Inputs;
    uploadFailure: string | undefined;
    env: World['env'];
    directory: string;
  },
): Promise<void> {
  runner.info(headline(report));
  for (const { label, url } of report.executions) if (url !== null) runner.item(`${label}: ${url}`);
  for (const note of report.notes) runner.item(note);
  if (inputs.annotations) {
    for (const { level, message, properties } of annotationsOf(report, {
      leg: inputs.leg,
      isFile: filesOf(directory),
    })) {
      runner[level](message, properties);
    }
  }
  // Absent on runners older than the feature.
  if (inputs.summary && env['GITHUB_STEP_SUMMARY']) {
    const problems =
      uploadFailure === undefined
        ? []
        : [`**Not sent:** ${markdownText(terminalLine(uploadFailure))}`];
    await evenIfItFails(runner, 'The summary was not written', () =>
      runner.addSummary(summaryText(report, problems)),
    );
  }
}

/** Whether a name is of a file in the checkout. A checkout may lack folders: a name with one is taken for a file. */
function filesOf(directory: string): (file: string) => boolean {
  const hasCheckout = existsSync(join(directory, '.git'));
  return (file) =>
    !hasCheckout ||
    file.includes('/') ||
    statSync(join(directory, file), { throwIfNoEntry: false })?.isFile() === true;
}
