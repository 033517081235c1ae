import { renderMarkdownCommand, escapeMarkdown } from '@svc/analysis/text/markdown';
import { UNICODE_GLYPHS, type Glyphs } from '../../terminal/glyphs.ts';
import { measureText } from '../../terminal/lines/fitted-text.ts';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** One check of `svc doctor`. */
export interface Check {
  name: 'svc' | 'server' | 'key' | 'spool' | 'refused' | 'reporter';
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  text: string;
  /** What to do, one step per line; at least one line for a problem. */
  advice: string[];
  /** For a failure: whether the key (3) or the server (4) is the cause. */
  exitStatus?: 3 | 4;
}

/** One line per check, followed by the advice for problems. `-q` leaves out checks without problems. */
export function formatChecks(checks: readonly Check[], look: Look): string[] {
  const shown = look.quiet ? checks.filter(({ status }) => status !== 'ok') : checks;
  return shown.flatMap(({ status, text, advice }) => [
    ...wrapText(`${sign(status, look)} ${replaceSymbols(text, look)}`, look.columns),
    ...advice.flatMap((line) => formatAdviceLines(replaceSymbols(line, look), look)),
  ]);
}

/** The same for an issue: one item per check, and its advice below it. */
export function renderChecksMarkdown(checks: readonly Check[]): string {
  const items = checks.flatMap(({ status, text, advice }) => [
    `- ${SIGNS[status](UNICODE_GLYPHS)} ${escapeMarkdown(text)}`,
    ...advice.map((line) => `  - ${renderAdvice(line)}`),
  ]);
  return items.join('\n');
}

function renderAdvice(advice: string): string {
  const { text, command } = splitAdvice(advice);
  if (command === undefined) return escapeMarkdown(advice);
  return [
    ...(text === undefined ? [] : [escapeMarkdown(text)]),
    renderMarkdownCommand(command),
  ].join(' ');
}

/** A command, alone or behind a colon, stays whole. */
function formatAdviceLines(advice: string, { columns }: Look): string[] {
  const { text, command } = splitAdvice(advice);
  if (command === undefined) return wrapText(advice, columns - 2).map((line) => `  ${line}`);
  const isOneLine = text === undefined || measureText(advice) <= columns - 2;
  return (isOneLine ? [advice] : [text, command]).map((line) => `  ${line}`);
}

function splitAdvice(advice: string): { text: string | undefined; command: string | undefined } {
  const [, text, command] =
    /^(?:(.*?:) )?((?:svc|npm|npx|test:|reporters?:) .*)$/.exec(advice) ?? [];
  return { text, command };
}

/** Replaces Unicode symbols in the checks' texts, which their JSON contains unchanged. */
function replaceSymbols(text: string, { glyphs }: Look): string {
  return toTerminalLine(text).replaceAll(' · ', glyphs.dot).replaceAll('…', glyphs.ellipsis);
}

const SIGNS: Record<Check['status'], (glyphs: Glyphs) => string> = {
  ok: ({ passed }) => passed,
  warning: () => '!',
  failed: ({ failed }) => failed,
  skipped: ({ skipped }) => skipped,
};

const COLORS = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'dim' } as const;

function sign(status: Check['status'], { colors, glyphs }: Look): string {
  return colors[COLORS[status]](SIGNS[status](glyphs));
}
