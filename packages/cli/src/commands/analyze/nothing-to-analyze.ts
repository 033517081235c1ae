import { hasErrorCode } from '../../errors/error-code.ts';
import type { Execution } from '@svc/contract/executions/executions';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** Why the server found nothing to analyze; null for any other error. The code is that of wrong input, too. */
export function findNothingReason(error: unknown): string | null {
  if (!hasErrorCode(error, 'BAD_REQUEST')) return null;
  return /nothing to analyze: (.+?)\.?$/i.exec(error.message)?.[1] ?? null;
}

/** How an execution ended in which nothing failed that could be judged. `why` are the words of the server. */
export function withoutFailures(
  { number, status, shards, totals }: Pick<Execution, 'number' | 'status' | 'shards' | 'totals'>,
  { why, log }: { why: string; log: string | undefined },
): string {
  const parts = `${shards.received} of ${shards.expected} parts`;
  const inLog = log === undefined ? '' : `, and no error found in ${log}`;
  if (totals.failed + totals.timedOut > 0) return `#${number}: ${why}`;
  if (status === 'passed') return `#${number} has no failures`;
  if (status === 'running') return `#${number} is still running (${parts}) and has no failures yet`;
  if (status === 'interrupted') {
    const after = shards.received < shards.expected ? ` after ${parts}` : '';
    return `#${number} was interrupted${after} and has no failures${inLog}`;
  }
  const failed = `#${number} failed without a failing test, file or run${inLog}`;
  return log === undefined ? `${failed}; its log may say why: add --log FILE` : failed;
}

/** `✓ nothing to analyze: #812 has no failures`, with `!` where it did not pass; without a look as Markdown. */
export function formatNothingToAnalyze(
  { why, choiceNote, isGood }: { why: string; choiceNote: string | undefined; isGood: boolean },
  look?: Look,
): string[] {
  const text = `nothing to analyze: ${toTerminalLine(why)}`;
  if (look === undefined) {
    return [
      `${isGood ? UNICODE_GLYPHS.passed : UNICODE_GLYPHS.interrupted} ${escapeMarkdown(text)}`,
    ];
  }
  const { colors, columns, glyphs, quiet } = look;
  const glyph = isGood ? glyphs.passed : glyphs.interrupted;
  const paint = isGood ? colors.green : colors.yellow;
  const lines = wrapText(`${glyph} ${text}`, columns);
  return [
    ...(choiceNote === undefined || quiet
      ? []
      : wrapText(`${choiceNote}:`, columns).map(colors.dim)),
    ...lines.map((line, at) => (at > 0 ? line : paint(glyph) + line.slice(glyph.length))),
  ];
}
