import { stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import type { Invocation } from '../../../invocation/invocation.ts';
import { CommandError } from '../../../errors/exit.ts';
import { quoteShellWord } from '../../../errors/proposed-command.ts';

export interface PlannedFile {
  path: string;
  sizeBytes: number;
  project: string | undefined;
  framework: string | undefined;
}

export interface UploadPlan {
  files: PlannedFile[];
  /** Saved runs for another server. They go to the current one only if they are named. */
  elsewhere: { url: string; count: number }[];
  /** The folders that contain these, as in a command. */
  elsewhereFolders: string[];
  /** The searched folders. */
  folders: string[];
}

/** The files to send: the named ones, or all saved runs of the current project. */
export async function makeUploadPlan(
  invocation: Invocation,
  paths: readonly string[],
): Promise<UploadPlan> {
  return paths.length > 0 ? planNamedFiles(invocation, paths) : planProjectRuns(invocation);
}

/** @throws CommandError for a name without a file, before anything is sent. */
async function planNamedFiles(
  { directory }: Invocation,
  paths: readonly string[],
): Promise<UploadPlan> {
  const files: PlannedFile[] = [];
  for (const path of paths) {
    const absolute = resolve(directory, path);
    const stats = await stat(absolute).catch(() => undefined);
    if (stats?.isFile() !== true) {
      throw new CommandError(
        `no file '${path}'`,
        'run svc upload without arguments: it finds the saved runs itself',
      );
    }
    files.push({ path: absolute, sizeBytes: stats.size, project: undefined, framework: undefined });
  }
  return { files, elsewhere: [], elsewhereFolders: [], folders: [] };
}

/** The folders of these files, each once, relative to the directory where they are below it. */
export function listRunFolders(files: readonly { path: string }[], directory: string): string[] {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  return Array.from(folders, (folder) => {
    const short = relative(directory, folder);
    return short.startsWith('..') ? folder : short || '.';
  });
}

async function planProjectRuns({ directory, settings }: Invocation): Promise<UploadPlan> {
  const [{ listSpool }, { listSpoolFolders: spoolFolders }] = await Promise.all([
    import('@svc/reporter-core/spool/spool'),
    import('@svc/reporter-core/spool/spool-folders'),
  ]);
  const { entries, unreadable } = await listSpool(directory);
  const others = entries.filter(({ url }) => url !== settings.url);
  const urls = new Set(others.map(({ url }) => url));
  return {
    files: [
      ...entries.filter(({ url }) => url === settings.url),
      // The upload sets these aside and reports them; otherwise each upload would find them again.
      ...unreadable.map((path) => ({
        path,
        sizeBytes: 0,
        project: undefined,
        framework: undefined,
      })),
    ],
    elsewhere: [...urls].map((url) => ({
      url,
      count: others.filter((entry) => entry.url === url).length,
    })),
    elsewhereFolders: listRunFolders(others, directory),
    folders: spoolFolders(directory),
  };
}

/** The command that sends a refused run again: `svc upload node_modules/.cache/svc/….json.gz.refused`. */
export function buildResendCommand(path: string, directory: string): string {
  const short = relative(directory, path);
  return `svc upload ${quoteShellWord(short.startsWith('..') ? path : short)}`;
}
