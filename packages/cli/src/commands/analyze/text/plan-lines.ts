import type { ActionPlan, PlanStep } from '@svc/contract/analysis/action-plan';
import { findStepPlace, formatCommand } from '@svc/analysis/markdown/verdict-markdown';
import { wrapLabelledText } from '../../../terminal/lines/labelled-lines.ts';
import { spreadLine } from '../../../terminal/lines/spread-line.ts';
import type { Look } from '../../../terminal/look.ts';
import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { formatPartLines } from './evidence-lines.ts';

/**
 * The plan: its goal, numbered steps with commands to copy, what is forbidden, when it is done, what would change the
 * verdict, and who owns it. Rules that `earlier` has too are not repeated.
 */
export function formatPlanLines(plan: ActionPlan, look: Look, earlier?: ActionPlan): string[] {
  const { goal, steps, owner } = plan;
  return [
    ...formatPartLines('plan', [goal], look),
    ...steps.flatMap((step) => formatStepLines(step, look)),
    ...(earlier !== undefined && serializeRules(plan) === serializeRules(earlier)
      ? formatPartLines(
          'as above',
          RULES.map(([label]) => label),
          look,
        )
      : RULES.flatMap(([label, key]) => formatPartLines(label, plan[key], look))),
    ...formatPartLines('owner', owner === null ? [] : [owner], look),
  ];
}

// Most plans of a class have the same.
const RULES = [
  ['must not', 'forbidden'],
  ['done when', 'doneWhen'],
  ['changes if', 'changesVerdict'],
] as const satisfies readonly (readonly [string, keyof ActionPlan])[];

function serializeRules(plan: ActionPlan): string {
  return JSON.stringify(RULES.map(([, key]) => plan[key]));
}

function formatStepCommand({ command }: PlanStep, { colors }: Look): string[] {
  if (command === null) return [];
  const shown = formatCommand(command);
  return [shown === null ? colors.dim('(its command is in --json)') : colors.cyan(shown)];
}

function formatStepLines(step: PlanStep, look: Look): string[] {
  const { colors, columns } = look;
  const number = `${step.order}. `;
  const indent = ' '.repeat(number.length);
  const detail = [step.action, shortenLine(step.detail)].filter((text) => text !== '').join(': ');
  // Continued lines of a title are indented by two.
  const more = indent.slice(2);
  const title = spreadLine(`${number}${shortenLine(step.title)}`, findStepPlace(step) ?? '', {
    ...look,
    columns: columns - INDENT.length - more.length,
  });
  return [
    ...title.map((line, at) => INDENT + (at === 0 ? '' : more) + line),
    ...wrapLabelledText(INDENT + indent, detail, columns).map(colors.dim),
    ...formatStepCommand(step, look).map((line) => INDENT + indent + line),
  ];
}

const INDENT = '  ';
