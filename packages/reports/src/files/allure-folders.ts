import { basename } from 'node:path';
import { readAllureResults } from '@svc/formats/allure/read-allure-results';
import type { AllureFile } from '@svc/formats/allure/json-of-file';
import { createReadStream } from 'node:fs';
import { type ReportFile, toShownPath } from './report-file.ts';

/** Makes one report of all results and containers of Allure in a folder: attempts of a test are files of their own. */
export async function withAllureFolders(
  files: readonly ReportFile[],
  directory: string,
): Promise<ReportFile[]> {
  const folders = new Map<string, ReportFile[]>();
  const joined: (ReportFile | ReportFile[])[] = [];
  for (const file of files) {
    const known = folders.get(file.folder);
    if (file.format !== 'allure') joined.push(file);
    else if (known !== undefined) known.push(file);
    else {
      const parts = [file];
      folders.set(file.folder, parts);
      joined.push(parts);
    }
  }
  return Promise.all(
    joined.map(async (item) => (Array.isArray(item) ? buildFolderReport(item, directory) : item)),
  );
}

async function buildFolderReport(
  parts: readonly ReportFile[],
  directory: string,
): Promise<ReportFile> {
  const folder = parts[0]?.folder ?? directory;
  const contents = parts.flatMap((part) => part.contents);
  const modified = parts.map(({ modifiedAt }) => modifiedAt.getTime());
  return {
    path: folder,
    contents,
    folder,
    shown: toShownPath(folder, directory),
    format: 'allure',
    sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    modifiedAt: new Date(modified.reduce((a, b) => Math.max(a, b), 0)),
    statedAt: await readFirstStart(contents),
  };
}

/** The first start of a test in the first result that has one. */
async function readFirstStart(paths: readonly string[]): Promise<number | undefined> {
  for (const path of paths) {
    for await (const { run } of readAllureResults([toAllureFile(path)], { sentPath: asWritten })) {
      if (run.startedAt !== undefined) return run.startedAt;
      break;
    }
  }
  return undefined;
}

export function toAllureFile(path: string): AllureFile {
  return { name: basename(path), open: () => createReadStream(path) };
}

function asWritten(path: string): string {
  return path;
}
