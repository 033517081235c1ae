import type { TestSummary } from '@svc/contract/tests';
import type { Look } from '../format/look.ts';
import { outcomeStrip, paintedStrip } from '../format/outcome-strip.ts';
import { tableLines, type Column } from '../format/table.ts';
import { terminalLine } from '../format/terminal-text.ts';
import type { Total } from '../listing.ts';
import { moreLines, totalText } from './more-lines.ts';
import { resultTitle } from './result-title.ts';
import { paintState, stateText } from './test-state.ts';

/** Several tests where one was asked for; every text in it is safe for a terminal. */
export interface TestChoices {
  items: TestSummary[];
  total: Total;
  wanted: string;
  moreCommand: string;
}

/** The tests that match, each with the id that tells it from the others. */
export function testChoicesText(choices: TestChoices, look: Look): string[] {
  return [
    ...(look.quiet ? [] : [look.colors.bold(choicesHeading(choices)), '']),
    ...tableLines(choiceColumns(look), choices.items, look),
    ...moreLines(choices, look),
    ...(look.quiet ? [] : [look.colors.dim('One of them: svc test <id>')]),
  ];
}

export function choicesHeading({ total, wanted }: TestChoices): string {
  return `${totalText(total)} tests match '${wanted}'`;
}

function choiceColumns(look: Look): Column<TestSummary>[] {
  return [
    { header: 'ID', align: 'left', text: ({ testId }) => testId, leaves: 'last' },
    {
      header: 'STATE',
      align: 'left',
      text: ({ state }) => stateText(state, look),
      paint: (text, { state }) => paintState(state, look.colors)(text),
      leaves: 'first',
      narrowLine: 2,
      narrowText: ({ state }) => state,
    },
    {
      header: 'LAST RUNS',
      align: 'left',
      text: ({ recent }) =>
        outcomeStrip(
          recent.map(({ outcome }) => outcome),
          look.glyphs,
        ),
      paint: (text, { recent }) =>
        paintedStrip(
          text,
          recent.map(({ outcome }) => outcome),
          look,
        ),
      leaves: 'first',
      narrowLine: 2,
      narrowText: () => undefined,
    },
    {
      header: 'TEST',
      align: 'left',
      minColumns: 40,
      text: (test) => resultTitle(test, look.glyphs),
      leaves: 'last',
      narrowLine: 2,
    },
    {
      header: 'FILE',
      align: 'left',
      minColumns: 12,
      text: ({ file }) => terminalLine(file),
      leaves: 'first',
      narrowLine: 2,
      narrowText: () => undefined,
    },
  ];
}
