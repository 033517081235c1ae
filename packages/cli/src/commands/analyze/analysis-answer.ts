import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { groupCauses } from './input/causes.ts';
import { collectMetConditions } from './met-conditions.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderAnalysisMarkdown } from './text/analysis-markdown.ts';
import { formatAnalysis } from './text/analysis-text.ts';
import type { AnalyzeFlags } from './analyze-flags.ts';
import { formatNothingToAnalyze } from './nothing-to-analyze.ts';

export interface Analyzed {
  analysis: AnyAnalysis;
  /** Whether the analysis has more failures than it lists. */
  isPartial?: boolean;
  /** Failures that the analysis does not list, for `--fail-on`. */
  beyond?: readonly FailureVerdict[];
  /** What was judged, and where. */
  subject: readonly string[];
  choiceNote?: string | undefined;
  /** Without flags: `svc analyze 812`. */
  command: string;
  flags: AnalyzeFlags;
  /** What makes the exit status 1 besides `--fail-on`. */
  problems?: string[];
}

/** The most severe causes up to the limit, as text, Markdown and JSON. */
export function buildAnalysisAnswer({
  analysis,
  isPartial = false,
  beyond,
  subject,
  choiceNote,
  command,
  flags,
  problems = [],
}: Analyzed): Answer {
  const causes = groupCauses(analysis.failures, analysis.failures.length < analysis.failureCount);
  const items = flags.all === true ? causes : causes.slice(0, flags.limit);
  const reasons = [...problems, ...collectMetConditions(analysis, flags.failOn, beyond)];
  const shown = makeTerminalSafe({
    subject,
    choiceNote,
    analysis,
    isPartial,
    items,
    total: { count: causes.length, isAtLeast: false },
    moreCommand: buildMoreCommand(command, flags),
  });
  return {
    data: { ...analysis, failures: items.flatMap(({ failures }) => failures) },
    text: (look) => formatAnalysis(shown, look),
    markdown: (now) => renderAnalysisMarkdown(shown, now),
    ...(reasons.length > 0 && { exitStatus: 1, reasons: makeTerminalSafe(reasons) }),
  };
}

/** What a pipe held is read: the command alone would wait for it. */
function buildMoreCommand(command: string, flags: AnalyzeFlags): string {
  return flags.log === '-'
    ? 'add --all'
    : `${command} ${formatFlags(flags, { limit: undefined, all: true })}`;
}

/**
 * `why` says what has no failure: `#812 has no failures`. Not a problem of the caller. `isGood`: it passed; else nothing
 * that failed could be judged.
 */
export function buildNothingAnswer(
  why: string,
  {
    choiceNote,
    problems = [],
    isGood = true,
  }: Pick<Analyzed, 'choiceNote' | 'problems'> & { isGood?: boolean } = {},
): Answer {
  const shown = { ...makeTerminalSafe({ why, choiceNote }), isGood };
  return {
    data: null,
    text: (look) => formatNothingToAnalyze(shown, look),
    markdown: () => formatNothingToAnalyze(shown).join('\n'),
    ...(problems.length > 0 && { exitStatus: 1, reasons: makeTerminalSafe(problems) }),
  };
}
