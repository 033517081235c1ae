import type { Attention, AttentionItem, AttentionKind } from '@svc/contract/history/attention';
import { commandLines, flowedLines, hangingLines } from '../../terminal/lines/wrapped-lines.ts';
import { formatCount } from '@svc/contract/amounts';
import type { Look } from '../../terminal/look.ts';
import { paintedStrip, outcomeStrip, paintStatus } from '../../terminal/status.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { shellWord } from '../../errors/proposed-command.ts';
import { localExecutionsText } from '../../wording/heading-line.ts';
import { moreLines } from '../../wording/more-lines.ts';
import { noExecutionsLines, type NothingFound } from '../../wording/no-executions-lines.ts';
import { shortTestId } from '../../wording/test-names.ts';
import { sinceAgo, sinceFacts } from './since-text.ts';
import { labelFacts } from '../../wording/class-text.ts';

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
export function attentionText(shown: ShownAttention, look: Look): string[] {
  const { items, count, moreCommand } = shown;
  if (items.length === 0) return emptyLines(shown, look);
  const blocks = items.flatMap((item) => [...itemLines(item, shown, look), '']);
  const total = { count, isAtLeast: false };
  const more = moreLines({ items, total, moreCommand }, look);
  return [
    ...headingOf(shown, look),
    ...(more.length === 0 ? blocks.slice(0, -1) : blocks),
    ...more,
  ];
}

function headingOf(shown: ShownAttention, { quiet, glyphs, columns, colors }: Look): string[] {
  if (quiet) return idleLines(shown, columns).map((line) => colors.yellow(line));
  const facts = [nameOf(shown), attentionCount(shown.count)];
  return [
    ...flowedLines(facts, glyphs.dot, columns).map((line) => colors.bold(line)),
    ...localLines(shown, columns).map((line) => colors.dim(line)),
    ...idleLines(shown, columns).map((line) => colors.yellow(line)),
    '',
  ];
}

/** With `-q` too: they may be red. */
function idleLines(shown: ShownAttention, columns: number): string[] {
  return idleTexts(shown).flatMap((text) => hangingLines(`! ${toTerminalLine(text)}`, columns));
}

/** A sentence for each default branch without a whole CI run in the last 14 days. */
export function idleTexts({
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
function localLines({ localProjects }: ShownAttention, columns: number): string[] {
  if (localProjects.length === 0) return [];
  return hangingLines(localExecutionsText(localProjects), columns);
}

function nameOf({ project, takenFrom }: ShownAttention): string {
  const from = takenFrom === undefined ? '' : ` (${takenFrom})`;
  return project === undefined ? 'all projects' : `${toTerminalLine(project)}${from}`;
}

export function attentionCount(count: number): string {
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

function itemLines(item: AttentionItem, { project }: ShownAttention, look: Look): string[] {
  const { colors, glyphs } = look;
  const status = SIGNS[item.kind];
  const columns = look.columns - 2;
  const title = `${glyphs[status]} ${toTerminalLine(item.title)}`;
  const place = project === undefined ? `${toTerminalLine(item.project)}${glyphs.dot}` : '';
  const right = `${place}${sinceAgo(item, look.now)}`;
  const command = nextCommand(item);
  return [
    ...spreadLine(title, right, look, (text) => colors.bold(paintStatus(status, colors)(text))),
    ...flowedLines(toTerminalLine(item.detail).split(' '), ' ', columns).map((line) => `  ${line}`),
    ...flowedLines(facts(item, look), glyphs.dot, columns).map((line) => `  ${line}`),
    ...(command === undefined ? [] : [colors.dim(`  ${command}`)]),
  ];
}

function facts(item: AttentionItem, look: Look): string[] {
  const { colors, glyphs } = look;
  const shown = [
    ...(item.tests > 0 ? [formatCount(item.tests, 'test')] : []),
    ...(item.branch === null ? [] : [`on ${toTerminalLine(item.branch)}`]),
    ...sinceFacts(item, { now: look.now, text: toTerminalLine, commit: (short) => short }),
    ...labelFacts(item),
  ].map((fact) => colors.dim(fact));
  const strip = outcomeStrip(item.recent, glyphs);
  return strip === '' ? shown : [...shown, paintedStrip(strip, item.recent, look)];
}

/** The next command: the flaky test, otherwise the execution in which it began. */
export function nextCommand({
  kind,
  project,
  testIds,
  since,
  executionNumber,
}: AttentionItem): string | undefined {
  const [testId] = testIds;
  const number = since?.number ?? executionNumber;
  if (kind === 'newly-flaky' && testId !== undefined) return `svc test ${shortTestId(testId)}`;
  if (number === null) return undefined;
  return `svc executions show ${number} --project ${shellWord(project)}`;
}

function emptyLines(shown: ShownAttention, look: Look): string[] {
  const { colors, glyphs, quiet, columns } = look;
  if (!shown.hasExecutions) return noExecutionsLines(shown, look);
  if (!shown.hasSpeaking) return silentLines(shown, look);
  const isIdle = shown.idleDefaultBranches.length > 0;
  return [
    ...hangingLines(
      isIdle
        ? `${nameOf(shown)}: nothing else needs attention`
        : `${colors.green(glyphs.passed)} ${nameOf(shown)}: nothing needs attention`,
      columns,
    ),
    ...idleLines(shown, columns).map((line) => colors.yellow(line)),
    ...(quiet ? [] : localLines(shown, columns).map((line) => colors.dim(line))),
  ];
}

/** The server looks at executions of this many days. */
export const ATTENTION_DAYS = 14;

function silentLines(shown: ShownAttention, { quiet, columns }: Look): string[] {
  return [
    ...hangingLines(`${nameOf(shown)}: ${SILENT_TEXT}`, columns),
    ...(quiet ? [] : commandLines('To see the executions:', shown.listCommand, columns)),
  ];
}

/** Says why an empty answer does not mean that all is well. */
export const SILENT_TEXT =
  `cannot tell what needs attention: no finished, complete execution from CI without ` +
  `uncommitted changes in the last ${ATTENTION_DAYS} days`;
