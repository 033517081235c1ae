import { basename, dirname, join } from 'node:path';
import type { Companion, ForeignFormat } from '@svc/formats/foreign-format';
import type { ReportFile } from './report-file.ts';

/** A file that is no report, and what it is. */
export interface ForeignFile {
  path: string;
  format: ForeignFormat;
}

/**
 * Separates companions, which tools write next to their reports, from the files that must not be left out, because no
 * report of the same tool has their results.
 */
export function separateCompanions(
  files: readonly ForeignFile[],
  reports: readonly ReportFile[],
): { companions: ForeignFile[]; others: ForeignFile[] } {
  const known = indexReports(reports);
  const isCompanion = ({ path, format: { companion } }: ForeignFile): boolean =>
    companion !== undefined && reports.length > 0 && HAS_REPORT[companion](path, known);
  return {
    companions: files.filter(isCompanion),
    others: files.filter((file) => !isCompanion(file)),
  };
}

interface KnownReports {
  paths: ReadonlySet<string>;
  /** Folders with reports that Surefire or TestNG named, and all folders with reports. */
  ofMaven: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  ofAllure: ReadonlySet<string>;
}

function indexReports(reports: readonly ReportFile[]): KnownReports {
  return {
    paths: new Set(reports.map(({ path }) => path)),
    ofMaven: collectFolders(reports.filter(({ path }) => /^TEST-.*\.xml$/s.test(basename(path)))),
    folders: collectFolders(reports),
    ofAllure: collectFolders(reports.filter(({ format }) => format === 'allure')),
  };
}

function collectFolders(reports: readonly ReportFile[]): Set<string> {
  return new Set(reports.map(({ folder }) => folder));
}

const HAS_REPORT: Record<Companion, (path: string, known: KnownReports) => boolean> = {
  always: () => true,
  maven: (path, { ofMaven, folders }) =>
    ofMaven.has(dirname(path)) || folders.has(join(dirname(path), 'junitreports')),
  named: (path, { paths }) => {
    const name = basename(path).replace(/-output\.txt$/, '');
    return [`${name}.xml`, `TEST-${name}.xml`].some((one) => paths.has(join(dirname(path), one)));
  },
  allure: (path, { ofAllure }) => ofAllure.has(dirname(path)),
};
