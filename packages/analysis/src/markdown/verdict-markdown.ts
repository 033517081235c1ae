import type { ActionPlan, PlanStep } from '@svc/contract/analysis/action-plan';
import type { Evidence } from '@svc/contract/analysis/verdicts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import {
  escapeMarkdown,
  renderMarkdownCode,
  renderMarkdownInlineCode,
  renderMarkdownTable,
} from '../text/markdown.ts';
import { toPrintableText } from '../text/printable-text.ts';
import { formatTestPlace } from '../text/test-names.ts';

/** What is for and against a verdict, with the words of the input and their source, and what was not checked. */
export function renderEvidence({
  evidence,
  notChecked,
}: {
  evidence: readonly Evidence[];
  notChecked: readonly string[];
}): string {
  const rows = evidence.map((one) => {
    const quote = formatQuote(one);
    const source = `(${one.source})`;
    return [
      one.weight < 0 ? 'against' : 'for',
      formatWeight(one.weight).trim(),
      escapeLine(one.text),
      quote === '' ? source : `${renderMarkdownInlineCode(quote)} ${source}`,
    ];
  });
  return [
    renderMarkdownTable(['evidence', 'weight', 'what it means', 'seen'], rows),
    ...(notChecked.length === 0 ? [] : [`Not checked: ${notChecked.map(escapeLine).join(' ')}`]),
  ].join('\n\n');
}

/** The goal of a plan below `name`, its steps with commands to copy, its rules, and who owns it. */
export function renderPlan(plan: ActionPlan, name = 'Plan'): string {
  const { goal, steps, forbidden, doneWhen, changesVerdict, owner } = plan;
  return [
    `**${escapeMarkdown(name)}:** ${escapeLine(goal)}`,
    steps.map(renderStep).join('\n'),
    ...renderList('Must not', forbidden, '- '),
    ...renderList('Done when', doneWhen, '- [ ] '),
    ...renderList('Would change the verdict', changesVerdict, '- '),
    ...(owner === null ? [] : [`**Owner:** ${escapeLine(owner)}`]),
  ].join('\n\n');
}

/** `+1.9`, `-0.6` or ` 0.0`, all of one width below 10. */
export function formatWeight(weight: number): string {
  return weight > 0 ? `+${weight.toFixed(1)}` : weight.toFixed(1).padStart(4);
}

/** The words of the input, and commits by as many digits as git shows. */
export function formatQuote({ quote, source }: Evidence): string {
  const words = toLine(quote);
  return source === 'history' ? words.replaceAll(FULL_COMMIT, '$1') : words;
}

const FULL_COMMIT = /\b([0-9a-f]{7})[0-9a-f]{33}\b/g;

/** The place of a step: `src/cart.ts:41`; undefined if it has none, or its title names it. */
export function findStepPlace({
  title,
  file,
  line,
}: Pick<PlanStep, 'title' | 'file' | 'line'>): string | undefined {
  if (file === null) return undefined;
  const place = formatTestPlace({ file, line });
  return title.includes(place) ? undefined : place;
}

/** The command on one line, to copy; null for one that nobody would copy from a screen. */
export function formatCommand(command: string): string | null {
  if (command.length > LONGEST_COMMAND) return null;
  const lines = command.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

const LONGEST_COMMAND = 1_000;

function renderStep(step: PlanStep): string {
  const { order, action, title, detail, command } = step;
  const place = findStepPlace(step);
  const indent = ' '.repeat(`${order}. `.length);
  const facts = [
    `**${escapeLine(title)}** (${action})${place === undefined ? '' : ` ${renderMarkdownInlineCode(place)}`}`,
    ...(detail.trim() === '' ? [] : [escapeLine(detail)]),
  ];
  const lines = [...facts, ...renderCommand(command)].join('\n').split('\n');
  return `${order}. ${lines.join(`\n${indent}`)}`.replaceAll(/^ +$/gm, '');
}

function renderCommand(command: string | null): string[] {
  if (command === null) return [];
  const shown = formatCommand(command);
  return shown === null
    ? [`Its command has ${formatCount(command.length, 'character')}, too long to show here.`]
    : ['', renderMarkdownCode(shown, 'sh')];
}

function renderList(label: string, items: readonly string[], mark: string): string[] {
  if (items.length === 0) return [];
  return [`**${label}:**`, items.map((item) => mark + escapeLine(item)).join('\n')];
}

function escapeLine(text: string): string {
  return escapeMarkdown(toLine(text));
}

// Enough for a sentence. A quote may be a whole document.
const MOST_CHARACTERS = 300;

function toLine(text: string): string {
  return shortenText(toPrintableText(text), MOST_CHARACTERS, { oneLine: true });
}
