import { notice, warning } from '@actions/core';
import { writeItem } from './log.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Execution } from '@svc/contract/executions/executions';
import { buildFileReport } from './files/file-report.ts';
import type { FoundFiles } from './files/find-files.ts';
import { sendFiles, type SentFiles } from './files/send-files.ts';
import type { FailOn } from './constants.ts';
import type { Inputs } from './inputs.ts';
import type { Report } from './report/report.ts';
import type { Run } from './run/run.ts';
import { listExecutionsOfRun, type RunExecutions } from './server/find-executions.ts';
import { connect, SvcClientError, type SvcClient } from './server/server.ts';
import { readServerReport } from './server/server-report.ts';
import { read, waitUntilComplete } from './server/wait.ts';
import { decide } from './verdict.ts';
import type { Waits } from './world.ts';

export interface Surroundings {
  waits: Waits;
  inputs: Inputs;
  run: Run;
  found: FoundFiles;
  directory: string;
  now: Date;
}

export interface Collected {
  /** Null if nothing is known about the run. Its texts are as the tests reported them, so they may hold anything. */
  report: Report | null;
  /** The server that answered; null without one. */
  client: SvcClient | null;
  /** Why not everything was sent. */
  uploadFailure: string | undefined;
  /** Why the report may lack failures, after "because"; undefined if it has all. */
  lacks: string | undefined;
}

// Roll-ups follow an upload by seconds.
const GATE_WAIT_MS = 30_000;

/** Sends the files, and reads the run from the server; without a server, the report is from the files alone. */
export async function collectReport(around: Surroundings): Promise<Collected> {
  const { inputs, run, found } = around;
  const { apiKey, url } = inputs;
  if (apiKey === undefined) notice(withoutKey(run, found), { title: 'svc' });
  if (apiKey === undefined || url === undefined) {
    return collectFromFiles(around, undefined);
  }
  const sent = hasFiles(found) ? await send(around, { apiKey, url }) : NOTHING_SENT;
  if (sent.failure !== undefined && sent.executionIds.length === 0) {
    return collectFromFiles(around, sent.failure);
  }
  const client = connect({ url, apiKey, answerMs: around.waits.answerMs, waitMs: inputs.waitMs });
  try {
    const { report, lacks } = await collectFromServer(client, around, sent.executionIds);
    const { failure: uploadFailure } = sent;
    const unsent = uploadFailure === undefined ? undefined : 'not everything was sent';
    return { report, client, uploadFailure, lacks: unsent ?? lacks };
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    warning(`no results from the server: ${error.message}`, { title: 'svc' });
    return collectFromFiles(around, sent.failure);
  }
}

async function collectFromFiles(around: Surroundings, uploadFailure: string | undefined) {
  return {
    report: await readReportFromFiles(around),
    client: null,
    uploadFailure,
    lacks: undefined,
  };
}

const NOTHING_SENT: SentFiles = {
  executionIds: [],
  failure: undefined,
  isServerDown: false,
  warnings: [],
};

function withoutKey({ isFork, ci }: Run, found: FoundFiles): string {
  const effect = hasFiles(found)
    ? 'the summary is made from the files alone, and nothing is sent'
    : 'there are no files either, so nothing is sent, and there is no summary';
  if (ci.actor === 'dependabot[bot]') {
    return `No API key: ${effect}. Workflows of Dependabot get secrets of their own kind: set SVC_API_KEY among the Dependabot secrets, too.`;
  }
  return isFork
    ? `This pull request comes from a fork, where no API key is available: ${effect}.`
    : `No API key: ${effect}. Set SVC_API_KEY from a secret.`;
}

export function hasFiles({ reports, savedRuns }: FoundFiles): boolean {
  return reports.length + savedRuns.length > 0;
}

async function send(
  { waits, inputs, run, found, directory, now }: Surroundings,
  target: { url: string; apiKey: string },
): Promise<SentFiles> {
  const { project, name, leg } = inputs;
  const described = { project, name, leg };
  const own = run.forkBranch !== undefined ? withoutSavedRuns(found) : found;
  const sent = await sendFiles({
    found: own,
    directory,
    env: run.env,
    target,
    described,
    now,
    waits,
  });
  const left = sent.warnings.length - MOST_WARNINGS;
  for (const text of sent.warnings.slice(0, MOST_WARNINGS)) {
    warning(toTerminalLine(text), { title: 'svc' });
  }
  if (left > 0) {
    warning(`${left} more problems of the reports, see the log`, { title: 'svc' });
    for (const text of sent.warnings.slice(MOST_WARNINGS)) writeItem(text);
  }
  return sent;
}

// GitHub shows ten of a step, and drops the others silently.
const MOST_WARNINGS = 5;

/** A saved run names its branch, and files of this runner that belong to it. */
function withoutSavedRuns(found: FoundFiles): FoundFiles {
  if (found.savedRuns.length > 0) {
    const text = 'A run that a reporter saved is not sent for a fork: it could claim any branch.';
    warning(text, { title: 'svc' });
  }
  return { ...found, savedRuns: [] };
}

async function readReportFromFiles({ inputs, run, found, directory, now }: Surroundings) {
  if (!hasFiles(found)) return null;
  const { apiKey, leg, analyze } = inputs;
  const { env, git } = run;
  const { repository } = git;
  return buildFileReport({ found, directory, env, apiKey, repository, leg, now, analyze });
}

/** Reads the server's report on the executions that this step sent, or else on all that reporters of this run sent. */
async function collectFromServer(
  client: SvcClient,
  { waits, inputs, run }: Surroundings,
  sentIds: readonly string[],
): Promise<Pick<Collected, 'report' | 'lacks'>> {
  const notes: string[] = [];
  const { current: chosen, notRunAgain } =
    sentIds.length > 0
      ? { current: await readExecutions(client, sentIds), notRunAgain: [] }
      : await listReporterExecutions(client, { inputs, run });
  if (chosen.length === 0) {
    notice(
      'The server has no execution of this run yet. Set `files`, or let a reporter send the tests before this step.',
      { title: 'svc' },
    );
    return { report: null, lacks: undefined };
  }
  const { waitMs, compareWith, analyze } = inputs;
  const job = run.ci.job;
  const complete = await waitUntilComplete(client, chosen, {
    waitMs,
    firstPauseMs: waits.pauseMs,
    job,
    notes,
  });
  const { baseBranch } = run;
  const gateWait = { mostMs: GATE_WAIT_MS, pauseMs: 2 * waits.pauseMs };
  const asked = { compareWith, baseBranch, analyze, gateWait };
  const report = await readServerReport(client, complete, asked);
  return {
    report: { ...report, notes: [...notes, ...report.notes] },
    lacks: await describeLack(notRunAgain, inputs.failOn, (some) =>
      readServerReport(client, some, { ...asked, analyze: false }),
    ),
  };
}

/**
 * Whether an earlier attempt of the CI run may have failed in a job that was not run again. It does not fail the step:
 * that job may be running now.
 */
async function describeLack(
  notRunAgain: readonly Execution[],
  failOn: FailOn,
  reportOf: (executions: readonly Execution[]) => Promise<Report>,
): Promise<string | undefined> {
  const open = notRunAgain.filter(({ status }) => status !== 'passed');
  if (open.length === 0 || failOn === 'never') return undefined;
  const report = await reportOf(open);
  const { failure, unknown } = decide(report, { failOn, lacks: undefined });
  if (failure === undefined && unknown === undefined) return undefined;
  const labels = report.executions.map(({ label }) => label).join(', ');
  return `an earlier attempt did not pass, and has not been run again: ${toTerminalLine(labels)}`;
}

async function readExecutions(client: SvcClient, ids: readonly string[]): Promise<Execution[]> {
  const executions: Execution[] = [];
  for (const id of ids) executions.push(await read(client, id));
  return executions;
}

async function listReporterExecutions(
  client: SvcClient,
  { inputs: { project, name }, run }: Pick<Surroundings, 'inputs' | 'run'>,
): Promise<RunExecutions> {
  const { current, notRunAgain } = await listExecutionsOfRun(client, run);
  const isMeant = (execution: Execution) =>
    (project === undefined || execution.project === project) &&
    (name === undefined || execution.name === name);
  return { current: current.filter(isMeant), notRunAgain: notRunAgain.filter(isMeant) };
}
