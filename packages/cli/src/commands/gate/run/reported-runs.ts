import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import type { NotedRun } from '@svc/reporter-core/session/run-note';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { World } from '../../../world.ts';
import { runCommand, type CommandEnd } from './run-command.ts';

/** A run that an svc reporter began, and how it ended; undefined if its reporter never said so. */
export type ReportedRun = NotedRun | undefined;

/** How a command ended, and the runs that svc reporters in it began. */
export interface ReportedCommand extends CommandEnd {
  runs: ReportedRun[];
  /** Why svc could not see what the reporters wrote. */
  blind?: string | undefined;
}

/**
 * Runs a command and collects what its reporters write into SVC_RUN_FOLDER. Trouble with that folder changes neither the
 * command nor its exit status.
 * @throws CommandError as runCommand does.
 */
export async function runReported(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  world: World,
): Promise<ReportedCommand> {
  const folder = await makeFolder(world).catch(toError);
  if (folder instanceof Error) {
    return { ...(await runCommand(words, env, world)), runs: [], blind: explainBlindness(folder) };
  }
  try {
    const end = await runCommand(words, { ...env, SVC_RUN_FOLDER: folder }, world);
    const runs = await readRuns(folder).catch(toError);
    return runs instanceof Error
      ? { ...end, runs: [], blind: explainBlindness(runs) }
      : { ...end, runs };
  } finally {
    // The system empties its temp folder too.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

// Gone if the command emptied the temp folder, which may have taken the file of a run that failed.
const WITNESS = 'svc-run';

async function makeFolder({ directory, temporaryDirectory }: World): Promise<string> {
  // TMPDIR may be relative, and the reporters may run in other folders.
  const folder = await mkdtemp(resolve(directory, temporaryDirectory, 'svc-run-'));
  await writeFile(join(folder, WITNESS), '');
  return folder;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function explainBlindness({ message }: Error): string {
  return `svc cannot see what the reporters sent, because its temp folder cannot be used: ${message}`;
}

async function readRuns(folder: string): Promise<ReportedRun[]> {
  const names = await readdir(folder);
  if (!names.includes(WITNESS)) throw new Error('its files were deleted');
  const files = names.filter((name) => name !== WITNESS).map((name) => join(folder, name));
  return Promise.all(
    files.map(async (file) => parseNotedRun(parseJson(await readFile(file, 'utf8')))),
  );
}

/** Undefined for what no reporter writes whole. */
function parseNotedRun(value: unknown): ReportedRun {
  if (!isRecord(value) || !Array.isArray(value['unseenCauses'])) return undefined;
  const { outcome } = value;
  if (!isRecord(outcome)) return undefined;
  const isKnown =
    outcome['ok'] === true
      ? typeof outcome['executionId'] === 'string' && typeof outcome['status'] === 'string'
      : isRecord(outcome['failure']) && typeof outcome['failure']['message'] === 'string';
  return isKnown ? (value as unknown as NotedRun) : undefined;
}
