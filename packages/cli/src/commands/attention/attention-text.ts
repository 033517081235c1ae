import type { Attention, AttentionItem, AttentionKind } from '@svc/contract/history/attention';
import { wrapCommand, wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Look } from '../../terminal/look.ts';
import { paintStrip, formatOutcomeStrip, paintStatus } from '../../terminal/status.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { explainLocalExecutions } from '../../wording/heading-line.ts';
import { formatMoreLines } from '../../wording/more-lines.ts';
import { formatNoExecutions, type NothingFound } from '../../wording/no-executions-lines.ts';
import { shortenTestId } from '../../wording/test-names.ts';
import { formatSinceAgo, formatSinceFacts } from './since-text.ts';
import { formatLabelFacts } from '../../wording/class-text.ts';

/** What needs attention; every text in it is safe for a terminal. */
export interface ShownAttention extends NothingFound {
  items: AttentionItem[];
  /** The number of items before the limit. */
  count: number;
  moreCommand: string;
  hasExecutions: boolean;
  /** Whether an execution speaks for its branch; without one, nothing can be judged. */
  hasSpeaking: boolean;
  /** The command that lists the executions. */
  listCommand: string;
  /** Projects whose local executions speak for their branches. */
  localProjects: string[];
  /** Default branches without a whole CI run in the last 14 days. */
  idleDefaultBranches: Attention['idleDefaultBranches'];
}

/** Most severe first, each with its facts and the command for details. */
export function formatAttention(shown: ShownAttention, look: Look): string[] {
  const { items, count, moreCommand } = shown;
  if (items.length === 0) return formatEmptyLines(shown, look);
  const blocks = items.flatMap((item) => [...formatItemLines(item, shown, look), '']);
  const total = { count, isAtLeast: false };
  const more = formatMoreLines({ items, total, moreCommand }, look);
  return [
    ...formatAttentionHeading(shown, look),
    ...(more.length === 0 ? blocks.slice(0, -1) : blocks),
    ...more,
  ];
}

function formatAttentionHeading(
  shown: ShownAttention,
  { quiet, glyphs, columns, colors }: Look,
): string[] {
  if (quiet) return formatIdleLines(shown, columns).map((line) => colors.yellow(line));
  const facts = [formatAttentionScope(shown), formatAttentionCount(shown.count)];
  return [
    ...wrapFacts(facts, glyphs.dot, columns).map((line) => colors.bold(line)),
    ...formatLocalLines(shown, columns).map((line) => colors.dim(line)),
    ...formatIdleLines(shown, columns).map((line) => colors.yellow(line)),
    '',
  ];
}

/** With `-q` too: they may be red. */
function formatIdleLines(shown: ShownAttention, columns: number): string[] {
  return describeIdleBranches(shown).flatMap((text) =>
    wrapText(`! ${toTerminalLine(text)}`, columns),
  );
}

/** A sentence for each default branch without a whole CI run in the last 14 days. */
export function describeIdleBranches({
  idleDefaultBranches,
  project: asked,
}: Pick<ShownAttention, 'idleDefaultBranches' | 'project'>): string[] {
  return idleDefaultBranches.map(
    ({ project, branch }) =>
      `The default branch ${branch}${asked === undefined ? ` of ${project}` : ''} has had no whole CI run ` +
      `for ${ATTENTION_DAYS} days: nothing is known of it.`,
  );
}

/** Explains that local executions speak for branches if there are none from CI, which is not obvious. */
function formatLocalLines({ localProjects }: ShownAttention, columns: number): string[] {
  if (localProjects.length === 0) return [];
  return wrapText(explainLocalExecutions(localProjects), columns);
}

function formatAttentionScope({ project, takenFrom }: ShownAttention): string {
  const from = takenFrom === undefined ? '' : ` (${takenFrom})`;
  return project === undefined ? 'all projects' : `${toTerminalLine(project)}${from}`;
}

export function formatAttentionCount(count: number): string {
  return `${formatCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} attention`;
}

/** The symbol of each kind, as the status with the same symbol. */
export const SIGNS = {
  failing: 'failed',
  regression: 'failed',
  incomplete: 'interrupted',
  'newly-flaky': 'flaky',
  slower: 'timedOut',
} as const satisfies Record<AttentionKind, string>;

function formatItemLines(item: AttentionItem, { project }: ShownAttention, look: Look): string[] {
  const { colors, glyphs } = look;
  const status = SIGNS[item.kind];
  const columns = look.columns - 2;
  const title = `${glyphs[status]} ${toTerminalLine(item.title)}`;
  const place = project === undefined ? `${toTerminalLine(item.project)}${glyphs.dot}` : '';
  const right = `${place}${formatSinceAgo(item, look.now)}`;
  const command = buildNextCommand(item);
  return [
    ...spreadLine(title, right, look, (text) => colors.bold(paintStatus(status, colors)(text))),
    ...wrapFacts(toTerminalLine(item.detail).split(' '), ' ', columns).map((line) => `  ${line}`),
    ...wrapFacts(facts(item, look), glyphs.dot, columns).map((line) => `  ${line}`),
    ...(command === undefined ? [] : [colors.dim(`  ${command}`)]),
  ];
}

function facts(item: AttentionItem, look: Look): string[] {
  const { colors, glyphs } = look;
  const shown = [
    ...(item.tests > 0 ? [formatCount(item.tests, 'test')] : []),
    ...(item.branch === null ? [] : [`on ${toTerminalLine(item.branch)}`]),
    ...formatSinceFacts(item, { now: look.now, text: toTerminalLine, commit: (short) => short }),
    ...formatLabelFacts(item),
  ].map((fact) => colors.dim(fact));
  const strip = formatOutcomeStrip(item.recent, glyphs);
  return strip === '' ? shown : [...shown, paintStrip(strip, item.recent, look)];
}

/** The next command: the flaky test, otherwise the execution in which it began. */
export function buildNextCommand({
  kind,
  project,
  testIds,
  since,
  executionNumber,
}: AttentionItem): string | undefined {
  const [testId] = testIds;
  const number = since?.number ?? executionNumber;
  if (kind === 'newly-flaky' && testId !== undefined) return `svc test ${shortenTestId(testId)}`;
  if (number === null) return undefined;
  return `svc executions show ${number} --project ${quoteShellWord(project)}`;
}

function formatEmptyLines(shown: ShownAttention, look: Look): string[] {
  const { colors, glyphs, quiet, columns } = look;
  if (!shown.hasExecutions) return formatNoExecutions(shown, look);
  if (!shown.hasSpeaking) return formatSilentLines(shown, look);
  const isIdle = shown.idleDefaultBranches.length > 0;
  return [
    ...wrapText(
      isIdle
        ? `${formatAttentionScope(shown)}: nothing else needs attention`
        : `${colors.green(glyphs.passed)} ${formatAttentionScope(shown)}: nothing needs attention`,
      columns,
    ),
    ...formatIdleLines(shown, columns).map((line) => colors.yellow(line)),
    ...(quiet ? [] : formatLocalLines(shown, columns).map((line) => colors.dim(line))),
  ];
}

/** The server looks at executions of this many days. */
export const ATTENTION_DAYS = 14;

function formatSilentLines(shown: ShownAttention, { quiet, columns }: Look): string[] {
  return [
    ...wrapText(`${formatAttentionScope(shown)}: ${SILENT_TEXT}`, columns),
    ...(quiet ? [] : wrapCommand('To see the executions:', shown.listCommand, columns)),
  ];
}

/** Says why an empty answer does not mean that all is well. */
export const SILENT_TEXT =
  `cannot tell what needs attention: no finished, complete execution from CI without ` +
  `uncommitted changes in the last ${ATTENTION_DAYS} days`;
