import type { TestSummary } from '@svc/contract/history/tests';
import { wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Total } from '../../asking/listing.ts';
import { formatMoreLines, formatTotal } from '../../wording/more-lines.ts';
import { formatTestTitle, shortenTestId } from '../../wording/test-names.ts';
import { formatLastOutcome, paintLastOutcome, STATE_TEXTS } from './test-state.ts';

/** Several tests that match one reference; every text in it is safe for a terminal. */
export interface TestChoices {
  items: TestSummary[];
  total: Total;
  wanted: string;
  moreCommand: string;
}

/** The matching tests, each with an id that distinguishes it from the others. */
export function formatTestChoices(choices: TestChoices, look: Look): string[] {
  return [
    ...(look.quiet ? [] : formatHeadingLines(choices, look)),
    ...choices.items.flatMap((test) => formatChoiceLines(test, choices, look)),
    ...formatMoreLines(choices, look),
    ...(look.quiet ? [] : [look.colors.dim('To see one: svc test <id>')]),
  ];
}

function formatHeadingLines(choices: TestChoices, { columns, colors }: Look): string[] {
  return [...wrapText(formatChoicesHeading(choices), columns).map(colors.bold), ''];
}

export function formatChoicesHeading({ total, wanted }: TestChoices): string {
  return `${formatTotal(total)} tests match '${wanted}'`;
}

/** A prefix of the test's id that selects only this test. */
export function shortenChoiceId({ testId }: TestSummary, { items }: TestChoices): string {
  return shortenTestId(
    testId,
    items.map((item) => item.testId),
  );
}

function formatChoiceLines(test: TestSummary, choices: TestChoices, look: Look): string[] {
  const outcome = formatLastOutcome(test, look);
  const title = `${outcome}  ${formatTestTitle(test, look.glyphs)}`;
  return [
    ...spreadLine(title, toTerminalLine(test.file), look, (text, line) =>
      line > 0 ? text : paintLastOutcome(test, look.colors)(outcome) + text.slice(outcome.length),
    ),
    `  ${shortenChoiceId(test, choices)}${look.glyphs.dot}${STATE_TEXTS[test.state]}`,
  ];
}
