import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import {
  renderMarkdownLink,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import type { ExecutionTotals } from '@svc/contract/executions/executions';
import {
  pickWorstStatus,
  sumTotals,
  type Report,
  type ReportedExecution,
} from '../report/report.ts';
import { withoutRoot } from './error-text.ts';
import { renderGateLines } from './gate-lines.ts';
import { formatHeadline, sumShards } from './words.ts';

/** The run in one line, then its figures next to those of the base, and the server's conclusions. */
export function renderReportHead(report: Report, title = formatHeadline(report)): string {
  return [
    `### ${title}`,
    figures(report),
    ...renderVerdictLines(report),
    ...renderGateLines(report),
    ...renderLegLines(report),
  ].join('\n\n');
}

// A comment has 65,000 characters for everything.
const MOST_NOTES = 10;

/** Notes about missing facts, at the end, in small print. */
export function renderReportFoot(report: Report): string {
  const uncompared = report.executions.flatMap(({ uncompared: why, label }) =>
    why === null ? [] : [report.executions.length > 1 ? `${label}: ${why}` : toSentence(why)],
  );
  const bases = report.executions.flatMap(({ comparison, label }) => {
    const note = comparison?.note ?? null;
    return note === null ? [] : [report.executions.length > 1 ? `${label}: ${note}` : note];
  });
  const notes = [...bases, ...uncompared, ...report.notes].map((note) =>
    escapeMarkdown(shortenLine(note)),
  );
  if (notes.length === 0) return '';
  const left = notes.length - MOST_NOTES;
  const shown = [
    ...notes.slice(0, MOST_NOTES),
    ...(left > 0 ? [`… and ${formatCount(left, 'more note')}`] : []),
  ];
  return `<sub>${shown.join('<br>')}</sub>`;
}

const COLUMNS = ['', 'tests', 'passed', 'failed', 'flaky', 'skipped', 'time'];
// A monorepo has a hundred packages.
const MOST_ROWS = 20;

/** A row for each execution with its base below; failed ones first, and those without room in one row. */
function figures({ executions }: Report): string {
  const sorted = executions.toSorted((a, b) => Number(isGreen(a)) - Number(isGreen(b)));
  const rest = sorted.slice(MOST_ROWS);
  const more = `… and ${formatCount(rest.length, 'more execution')}`;
  return renderMarkdownTable(COLUMNS, [
    ...sorted.slice(0, MOST_ROWS).flatMap(buildExecutionRows),
    ...(rest.length === 0 ? [] : [buildRow(more, sumTotals({ executions: rest }), '')]),
  ]);
}

function isGreen({ status }: ReportedExecution): boolean {
  return status === 'passed';
}

function buildExecutionRows(execution: ReportedExecution): string[][] {
  const { comparison, totals, durationMs } = execution;
  const own = buildRow(renderExecutionName(execution), totals, formatDuration(durationMs));
  if (comparison === null) return [own];
  const base = `${escapeMarkdown(shortenLine(comparison.branch ?? 'base', MOST_NAME))}: ${renderLink(comparison)}`;
  return [own, buildRow(base, comparison.totals, formatDuration(comparison.durationMs))];
}

const MOST_NAME = 100;

function renderExecutionName(execution: ReportedExecution): string {
  const { branch, commit, framework, url } = execution;
  const code = [branch, commit?.slice(0, 7)].flatMap((part) => (part ? [part] : [])).join(' ');
  const facts = [code, url === null ? '' : framework].filter((fact) => fact !== '');
  const name = `**${renderLink(execution)}**`;
  return facts.length === 0
    ? name
    : `${name} ${facts.map((fact) => escapeMarkdown(shortenLine(fact, MOST_NAME))).join(' · ')}`;
}

function renderLink({ label, url }: { label: string; url: string | null }): string {
  const text = shortenLine(label, MOST_NAME);
  return url === null ? escapeMarkdown(text) : renderMarkdownLink(text, url);
}

function buildRow(name: string, totals: ExecutionTotals, time: string): string[] {
  const { tests, passed, failed, timedOut, flaky, skipped } = totals;
  return [name, ...[tests, passed, failed + timedOut, flaky, skipped].map(formatNumber), time];
}

function renderVerdictLines({ verdict, failures }: Report): string[] {
  if (verdict === null) return [];
  const { classification, summary } = verdict;
  const label = classification === null ? 'unsure' : `\`${classification}\``;
  const files = failures.flatMap(({ file, error }) => [file, error?.location?.file ?? file]);
  const known = [...new Set(files)].slice(0, 20).reduce(withoutRoot, summary);
  const text = escapeMarkdown(shortenLine(known, 1_000));
  // The summary of a single failure begins with the same word.
  const said = text.startsWith('Unsure: ') ? text.replace('U', 'u') : `${label}: ${text}`;
  return [`**Verdict** ${said}`];
}

// More names would add nothing.
const MOST_LEGS = 20;

/** Lists the parts that the figures include, if there are several. */
function renderLegLines(report: Report): string[] {
  const legs = [...new Set(report.executions.flatMap((execution) => execution.legs))].sort();
  const { expected, received, carried } = sumShards(report);
  const missing = expected - received - carried;
  const shown = legs.slice(0, MOST_LEGS).map((leg) => escapeMarkdown(shortenLine(leg)));
  const more =
    legs.length > MOST_LEGS ? ` and ${formatCount(legs.length - MOST_LEGS, 'more leg')}` : '';
  return [
    ...(legs.length > 1 ? [`Legs: ${shown.join('; ')}${more}`] : []),
    ...(missing > 0 ? [renderMissingLine(report, missing)] : []),
  ];
}

function renderMissingLine(report: Report, missing: number): string {
  const { expected, received, carried } = sumShards(report);
  const kept = carried > 0 ? `, ${carried} kept from the attempt before` : '';
  const verb = received === 1 ? 'has' : 'have';
  const figures = pickWorstStatus(report) === 'running' ? ' The figures are those so far.' : '';
  return `**${received} of ${formatCount(expected, 'shard')} ${verb} reported**${kept}, ${missing} missing.${figures}`;
}

function toSentence(text: string): string {
  const whole = text.endsWith('.') ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
