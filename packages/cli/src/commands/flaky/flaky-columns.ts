import type { FlakySort, FlakyTest } from '@svc/contract/history/flaky-tests';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import type { Look } from '../../terminal/look.ts';
import { formatOutcomeStrip, paintStrip } from '../../terminal/status.ts';
import { formatRate } from '@svc/analysis/text/rate';
import type { Column } from '../../terminal/lines/table.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { formatTestTitle, shortenTestId } from '../../wording/test-names.ts';
import { paintState } from '../tests/test-state.ts';

interface FlakyScope {
  project: string | undefined;
  sort: FlakySort;
}

/** The columns of the table, including the figure that the list is sorted by. */
export function buildFlakyColumns(
  { project, sort }: FlakyScope,
  look: Look,
): (Column<FlakyTest> | undefined)[] {
  const { colors, glyphs } = look;
  return [
    {
      header: 'ID',
      text: ({ testId }) => shortenTestId(testId),
      paint: colors.dim,
      leaves: 'first',
      below: 'nothing',
    },
    sort === 'score' ? scoreColumn(look) : undefined,
    sort === 'impact' ? buildImpactColumn(look) : undefined,
    {
      header: 'RATE',
      align: 'right',
      text: ({ flakinessRate }) => formatRate(flakinessRate, glyphs),
      paint: (text) => colors.yellow(text),
      below: sort === 'rate' ? undefined : 'same',
    },
    {
      header: '95 %',
      align: 'right',
      text: ({ confidence }) => formatInterval(confidence, look),
      paint: colors.dim,
      leaves: 'first',
      below: 'nothing',
    },
    {
      header: 'FLAKY RUNS',
      align: 'right',
      text: ({ flakyRuns, runs }) => `${formatNumber(flakyRuns)} of ${formatNumber(runs)}`,
      below: 'same',
    },
    ...buildHistoryColumns(look),
    project === undefined ? buildProjectColumn() : undefined,
    {
      header: 'TEST',
      minColumns: 28,
      text: (test) => formatTestTitle(test, glyphs),
      leaves: 'last',
    },
  ];
}

/** Its last runs, and what they say. */
function buildHistoryColumns(look: Look): Column<FlakyTest>[] {
  const { colors, glyphs } = look;
  return [
    {
      header: 'LAST 20 RUNS',
      text: ({ recent }) => formatOutcomeStrip(recent, glyphs),
      paint: (text, { recent }) => paintStrip(text, recent, look),
      below: 'same',
    },
    {
      header: 'WASTED',
      align: 'right',
      text: ({ wastedMs }) => formatDuration(wastedMs),
      leaves: 'first',
      below: 'nothing',
    },
    {
      header: 'STATE',
      text: ({ state }) => state,
      paint: (text, { state }) => paintState(state, colors)(text),
      leaves: 'first',
      below: 'nothing',
    },
    {
      header: 'LAST FLAKY',
      text: ({ lastFlakyAt }) => formatRelativeTime(lastFlakyAt, look.now),
      leaves: 'first',
      below: 'nothing',
    },
  ];
}

/** The 95 % interval of the rate. It is wide when there are few runs. */
export function formatInterval(
  { low, high }: FlakyTest['confidence'],
  { glyphs }: Pick<Look, 'glyphs'>,
) {
  return `${(low * 100).toFixed(1)}${glyphs.dash}${(high * 100).toFixed(1)} %`;
}

function scoreColumn({ colors }: Look): Column<FlakyTest> {
  return {
    header: 'SCORE',
    align: 'right',
    text: ({ score }) => score.toFixed(3),
    paint: colors.yellow,
  };
}

function buildImpactColumn({ colors }: Look): Column<FlakyTest> {
  return {
    header: 'A WEEK',
    align: 'right',
    text: ({ impact }) => formatDuration(impact),
    paint: colors.yellow,
  };
}

function buildProjectColumn(): Column<FlakyTest> {
  return {
    header: 'PROJECT',
    minColumns: 8,
    text: ({ project }) => toTerminalLine(project), // Several projects may have a test of this name.
    leaves: 'last',
    below: 'same',
  };
}
