import type { HistoryRun } from '../src/flakiness/history-run.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What each letter of a history stands for; capitals are the default branch, except for `.`. */
const LETTERS: Record<string, Partial<HistoryRun>> = {
  '.': {},
  F: { outcome: 'failed' },
  R: { evidence: 'retry' },
  C: { outcome: 'failed', evidence: 'contradiction' },
  I: { outcome: 'failed', infrastructure: true },
  J: { outcome: 'failed', infrastructure: true, evidence: 'contradiction' },
  ',': { onDefaultBranch: false },
  f: { onDefaultBranch: false, outcome: 'failed' },
  r: { onDefaultBranch: false, evidence: 'retry' },
  c: { onDefaultBranch: false, outcome: 'failed', evidence: 'contradiction' },
};

/**
 * A history, one letter a run: `.` passed, `F` failed, `R` passed on retry, `C` failed and passed elsewhere,
 * `I` failed in an execution of infrastructure, `J` the same with evidence; `,` `f` `r` `c` on another branch;
 * `abc*30` repeats what stands before it since the last space. Run i starts at i × `everyMs`, is execution
 * `e<i>` and has commit `c<i>`.
 */
export function makeHistory(text: string, everyMs = HOUR_MS): HistoryRun[] {
  return Array.from(letters(text), (letter, index) => {
    const particular = LETTERS[letter];
    if (particular === undefined) throw new Error(`No run is written as '${letter}'`);
    return {
      at: index * everyMs,
      executionId: `e${index}`,
      commit: `c${index}`,
      outcome: 'passed',
      evidence: null,
      onDefaultBranch: true,
      infrastructure: false,
      ...particular,
    };
  });
}

function letters(text: string): string {
  return text
    .split(' ')
    .map((part) => {
      const [letters = '', times = '1'] = part.split('*');
      return letters.repeat(Number(times));
    })
    .join('');
}
