import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { causesOf } from './input/causes.ts';
import { metConditions } from './fail-on.ts';
import { typedFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { analysisMarkdown } from './text/analysis-markdown.ts';
import { analysisText } from './text/analysis-text.ts';
import type { AnalyzeFlags } from './analyze.ts';
import { nothingText } from './nothing-to-analyze.ts';

export interface Analyzed {
  analysis: AnyAnalysis;
  /** Whether the analysis has more failures than it lists. */
  isPartial?: boolean;
  /** Failures that the analysis does not list, for `--fail-on`. */
  beyond?: readonly FailureVerdict[];
  /** What was judged, and where. */
  subject: readonly string[];
  taken?: string | undefined;
  /** Without flags: `svc analyze 812`. */
  command: string;
  flags: AnalyzeFlags;
  /** What makes the exit status 1 besides `--fail-on`. */
  problems?: string[];
}

/** The most severe causes up to the limit, as text, Markdown and JSON. */
export function analysisAnswer({
  analysis,
  isPartial = false,
  beyond,
  subject,
  taken,
  command,
  flags,
  problems = [],
}: Analyzed): Answer {
  const causes = causesOf(analysis.failures, analysis.failures.length < analysis.failureCount);
  const items = flags.all === true ? causes : causes.slice(0, flags.limit);
  const reasons = [...problems, ...metConditions(analysis, flags.failOn, beyond)];
  const shown = makeTerminalSafe({
    subject,
    taken,
    analysis,
    isPartial,
    items,
    total: { count: causes.length, isAtLeast: false },
    moreCommand: moreCommand(command, flags),
  });
  return {
    data: { ...analysis, failures: items.flatMap(({ failures }) => failures) },
    text: (look) => analysisText(shown, look),
    markdown: (now) => analysisMarkdown(shown, now),
    ...(reasons.length > 0 && { exitStatus: 1, reasons: makeTerminalSafe(reasons) }),
  };
}

/** What a pipe held is read: the command alone would wait for it. */
function moreCommand(command: string, flags: AnalyzeFlags): string {
  return flags.log === '-'
    ? 'add --all'
    : `${command} ${typedFlags(flags, { limit: undefined, all: true })}`;
}

/**
 * `why` says what has no failure: `#812 has no failures`. Not a problem of the caller. `isGood`: it passed; else nothing
 * that failed could be judged.
 */
export function nothingAnswer(
  why: string,
  {
    taken,
    problems = [],
    isGood = true,
  }: Pick<Analyzed, 'taken' | 'problems'> & { isGood?: boolean } = {},
): Answer {
  const shown = { ...makeTerminalSafe({ why, taken }), isGood };
  return {
    data: null,
    text: (look) => nothingText(shown, look),
    markdown: () => nothingText(shown).join('\n'),
    ...(problems.length > 0 && { exitStatus: 1, reasons: makeTerminalSafe(problems) }),
  };
}
