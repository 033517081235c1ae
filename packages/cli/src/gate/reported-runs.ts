import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOutcome } from '@svc/reporter-core/session/run-outcome';
import { runCommand, type CommandEnd } from '../processes/run-command.ts';

/** How a command ended, and what the svc reporters in it sent. */
export interface ReportedCommand extends CommandEnd {
  outcomes: RunOutcome[];
}

/**
 * Runs a command and collects what its reporters report through SVC_ON_UPLOAD. A file that this variable named before gets
 * the last outcome, as without svc.
 */
export async function runReported(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<ReportedCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-run-'));
  try {
    const end = await runCommand(words, { ...env, SVC_ON_UPLOAD: folder });
    const files = await byAge(folder);
    const last = files.at(-1);
    const wanted = env['SVC_ON_UPLOAD'];
    if (last !== undefined && wanted) await copyFile(last, wanted).catch(() => undefined);
    return { ...end, outcomes: await Promise.all(files.map(readOutcome)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function byAge(folder: string): Promise<string[]> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const aged = await Promise.all(
    paths.map(async (path) => ({ path, writtenMs: (await stat(path)).mtimeMs })),
  );
  return aged.toSorted((a, b) => a.writtenMs - b.writtenMs).map(({ path }) => path);
}

/** A reporter that was killed while it wrote leaves a part of a file. */
async function readOutcome(path: string): Promise<RunOutcome> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunOutcome;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {
      ok: false,
      failure: { kind: 'local', message: 'its report was cut off', resend: false },
    };
  }
}
