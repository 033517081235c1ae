import type { TestSummary } from '@svc/contract/history/tests';
import { hangingLines } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Total } from '../../asking/listing.ts';
import { moreLines, totalText } from '../../wording/more-lines.ts';
import { resultTitle, shortTestId } from '../../wording/test-names.ts';
import { lastOutcomeText, paintLastOutcome, STATE_TEXTS } from './test-state.ts';

/** Several tests that match one reference; every text in it is safe for a terminal. */
export interface TestChoices {
  items: TestSummary[];
  total: Total;
  wanted: string;
  moreCommand: string;
}

/** The matching tests, each with an id that distinguishes it from the others. */
export function testChoicesText(choices: TestChoices, look: Look): string[] {
  return [
    ...(look.quiet ? [] : headingLines(choices, look)),
    ...choices.items.flatMap((test) => choiceLines(test, choices, look)),
    ...moreLines(choices, look),
    ...(look.quiet ? [] : [look.colors.dim('To see one: svc test <id>')]),
  ];
}

function headingLines(choices: TestChoices, { columns, colors }: Look): string[] {
  return [...hangingLines(choicesHeading(choices), columns).map(colors.bold), ''];
}

export function choicesHeading({ total, wanted }: TestChoices): string {
  return `${totalText(total)} tests match '${wanted}'`;
}

/** A prefix of the test's id that selects only this test. */
export function choiceId({ testId }: TestSummary, { items }: TestChoices): string {
  return shortTestId(
    testId,
    items.map((item) => item.testId),
  );
}

function choiceLines(test: TestSummary, choices: TestChoices, look: Look): string[] {
  const outcome = lastOutcomeText(test, look);
  const title = `${outcome}  ${resultTitle(test, look.glyphs)}`;
  return [
    ...spreadLine(title, toTerminalLine(test.file), look, (text, line) =>
      line > 0 ? text : paintLastOutcome(test, look.colors)(outcome) + text.slice(outcome.length),
    ),
    `  ${choiceId(test, choices)}${look.glyphs.dot}${STATE_TEXTS[test.state]}`,
  ];
}
