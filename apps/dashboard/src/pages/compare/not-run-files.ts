import type { Comparison, NotRunReason } from '@svc/contract/executions/compare';

/** The tests of a file that did not run for one reason. */
export interface NotRunFile {
  file: string;
  reason: NotRunReason;
  tests: number;
}

export const REASON_WORDS: Record<NotRunReason, { chip: string; meaning: string }> = {
  file: { chip: 'failed to load', meaning: 'The file failed to load or to set up in the head' },
  partial: { chip: 'not selected', meaning: 'The head ran only some of the tests' },
  interrupted: { chip: 'cut off', meaning: 'The head ended before they ran' },
  shards: { chip: 'part missing', meaning: 'A part of the head has not reported' },
};

/** The tests that did not run by file and reason, the files with most tests first. */
export function groupNotRunFiles(notRun: Comparison['notRun']): NotRunFile[] {
  const files = new Map<string, NotRunFile>();
  for (const { file, reason } of notRun) {
    const key = `${reason} ${file}`;
    const known = files.get(key);
    if (known === undefined) files.set(key, { file, reason, tests: 1 });
    else known.tests += 1;
  }
  return [...files.values()].toSorted((a, b) => b.tests - a.tests || a.file.localeCompare(b.file));
}
