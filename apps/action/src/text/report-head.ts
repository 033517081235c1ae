import { markdownLink, markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { counted, grouped } from '@svc/analysis/text/numbers';
import { durationText } from '@svc/analysis/text/times';
import type { ExecutionTotals } from '@svc/contract/executions/executions';
import { statusOf, totalsOf, type Report, type ReportedExecution } from '../report/report.ts';
import { withoutRoot } from './error-text.ts';
import { gateLines } from './gate-lines.ts';
import { headline, shardsOf, shortLine } from './words.ts';

/** The run in one line, then its figures beside those of the base, and what the server makes of them. */
export function reportHead(report: Report, title = headline(report)): string {
  return [
    `### ${title}`,
    figures(report),
    ...verdictLines(report),
    ...gateLines(report),
    ...legLines(report),
  ].join('\n\n');
}

// A comment has 65,000 characters for everything.
const MOST_NOTES = 10;

/** What is not known, at the end, in small letters. */
export function reportFoot(report: Report): string {
  const uncompared = report.executions.flatMap(({ uncompared: why, label }) =>
    why === null ? [] : [report.executions.length > 1 ? `${label}: ${why}` : sentence(why)],
  );
  const bases = report.executions.flatMap(({ comparison, label }) => {
    const note = comparison?.note ?? null;
    return note === null ? [] : [report.executions.length > 1 ? `${label}: ${note}` : note];
  });
  const notes = [...bases, ...uncompared, ...report.notes].map((note) =>
    markdownText(shortLine(note)),
  );
  if (notes.length === 0) return '';
  const left = notes.length - MOST_NOTES;
  const shown = [
    ...notes.slice(0, MOST_NOTES),
    ...(left > 0 ? [`… and ${counted(left, 'more note')}`] : []),
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
  const more = `… and ${counted(rest.length, 'more execution')}`;
  return markdownTable(COLUMNS, [
    ...sorted.slice(0, MOST_ROWS).flatMap(rowsOf),
    ...(rest.length === 0 ? [] : [row(more, totalsOf({ executions: rest }), '')]),
  ]);
}

function isGreen({ status }: ReportedExecution): boolean {
  return status === 'passed';
}

function rowsOf(execution: ReportedExecution): string[][] {
  const { comparison, totals, durationMs } = execution;
  const own = row(executionName(execution), totals, durationText(durationMs));
  if (comparison === null) return [own];
  const base = `${markdownText(shortLine(comparison.branch ?? 'base', MOST_NAME))}: ${linkOf(comparison)}`;
  return [own, row(base, comparison.totals, durationText(comparison.durationMs))];
}

const MOST_NAME = 100;

function executionName(execution: ReportedExecution): string {
  const { branch, commit, framework, url } = execution;
  const code = [branch, commit?.slice(0, 7)].flatMap((part) => (part ? [part] : [])).join(' ');
  const facts = [code, url === null ? '' : framework].filter((fact) => fact !== '');
  const name = `**${linkOf(execution)}**`;
  return facts.length === 0
    ? name
    : `${name} ${facts.map((fact) => markdownText(shortLine(fact, MOST_NAME))).join(' · ')}`;
}

function linkOf({ label, url }: { label: string; url: string | null }): string {
  const text = shortLine(label, MOST_NAME);
  return url === null ? markdownText(text) : markdownLink(text, url);
}

function row(name: string, totals: ExecutionTotals, time: string): string[] {
  const { tests, passed, failed, timedOut, flaky, skipped } = totals;
  return [name, ...[tests, passed, failed + timedOut, flaky, skipped].map(grouped), time];
}

function verdictLines({ verdict, failures }: Report): string[] {
  if (verdict === null) return [];
  const { classification, summary } = verdict;
  const label = classification === null ? 'unsure' : `\`${classification}\``;
  const files = failures.flatMap(({ file, error }) => [file, error?.location?.file ?? file]);
  const known = [...new Set(files)].slice(0, 20).reduce(withoutRoot, summary);
  const text = markdownText(shortLine(known, 1_000));
  // Of a single failure, the summary begins with the same word.
  const said = text.startsWith('Unsure: ') ? text.replace('U', 'u') : `${label}: ${text}`;
  return [`**Verdict** ${said}`];
}

// More say nothing.
const MOST_LEGS = 20;

/** Which parts the figures hold, where there are several. */
function legLines(report: Report): string[] {
  const legs = [...new Set(report.executions.flatMap((execution) => execution.legs))].sort();
  const { expected, received, carried } = shardsOf(report);
  const missing = expected - received - carried;
  const shown = legs.slice(0, MOST_LEGS).map((leg) => markdownText(shortLine(leg)));
  const more =
    legs.length > MOST_LEGS ? ` and ${counted(legs.length - MOST_LEGS, 'more leg')}` : '';
  return [
    ...(legs.length > 1 ? [`Legs: ${shown.join('; ')}${more}`] : []),
    ...(missing > 0 ? [missingLine(report, missing)] : []),
  ];
}

function missingLine(report: Report, missing: number): string {
  const { expected, received, carried } = shardsOf(report);
  const kept = carried > 0 ? `, ${carried} kept from the attempt before` : '';
  const verb = received === 1 ? 'has' : 'have';
  const figures = statusOf(report) === 'running' ? ' The figures are those so far.' : '';
  return `**${received} of ${counted(expected, 'shard')} ${verb} reported**${kept}, ${missing} missing.${figures}`;
}

function sentence(text: string): string {
  const whole = text.endsWith('.') ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
