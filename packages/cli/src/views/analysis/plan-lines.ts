import type { ActionPlan, PlanStep } from '@svc/contract/analysis/action-plan';
import { labelledLines } from '../../format/lines/labelled-lines.ts';
import { spreadLine } from '../../format/lines/spread-line.ts';
import type { Look } from '../../format/look.ts';
import { terminalLine } from '../../format/terminal-text.ts';
import { partLines } from './part-lines.ts';
import { shortText } from './short-text.ts';

/**
 * The plan: its goal, numbered steps with commands to copy, what is forbidden, when it is done, what would change the
 * verdict, and who owns it.
 */
export function planLines(plan: ActionPlan, look: Look): string[] {
  const { goal, steps, owner, forbidden, doneWhen, changesVerdict } = plan;
  return [
    ...partLines('plan', [goal], look),
    ...steps.flatMap((step) => stepLines(step, look)),
    ...partLines('must not', forbidden, look),
    ...partLines('done when', doneWhen, look),
    ...partLines('changes if', changesVerdict, look),
    ...partLines('owner', owner === null ? [] : [owner], look),
  ];
}

/** `src/cart.ts:41`; undefined without a file. */
export function stepPlace({ file, line }: Pick<PlanStep, 'file' | 'line'>): string | undefined {
  if (file === null) return undefined;
  return line === null ? shortText(file) : `${shortText(file)}:${line}`;
}

/** The place of a step; undefined if its title names it. */
export function placeOfStep(step: Pick<PlanStep, 'title' | 'file' | 'line'>): string | undefined {
  const place = stepPlace(step);
  return place !== undefined && step.title.includes(place) ? undefined : place;
}

/** The command on one line, to copy; null for one that nobody would copy from a screen. */
export function shownCommand(command: string): string | null {
  return command.length > LONGEST_COMMAND ? null : terminalLine(command);
}

const LONGEST_COMMAND = 1_000;

function commandOf({ command }: PlanStep, { colors }: Look): string[] {
  if (command === null) return [];
  const shown = shownCommand(command);
  return [shown === null ? colors.dim('(its command is in --json)') : colors.cyan(shown)];
}

function stepLines(step: PlanStep, look: Look): string[] {
  const { colors, columns } = look;
  const number = `${step.order}. `;
  const indent = ' '.repeat(number.length);
  // Continued lines of a title are indented by two.
  const more = indent.slice(2);
  const beside = [step.action, placeOfStep(step)].filter((text) => text !== undefined).join('  ');
  const title = spreadLine(`${number}${shortText(step.title)}`, beside, {
    ...look,
    columns: columns - INDENT.length - more.length,
  });
  return [
    ...title.map((line, at) => INDENT + (at === 0 ? '' : more) + line),
    ...labelledLines(INDENT + indent, shortText(step.detail), columns).map(colors.dim),
    ...commandOf(step, look).map((line) => INDENT + indent + line),
  ];
}

const INDENT = '  ';
