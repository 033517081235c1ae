import type { Excusal, QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { Total } from '../../asking/listing.ts';
import { wrapLabelledText } from '../../terminal/lines/labelled-lines.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { formatFullTime, formatRelativeTime } from '@svc/analysis/text/times';
import { shortenId } from '../../wording/short-ids.ts';
import { formatMoreLines } from '../../wording/more-lines.ts';
import { formatTestTitle, shortenTestId } from '../../wording/test-names.ts';
import { formatEndFact, formatExcusedCount, paintState, formatState } from './entry-state.ts';

/** One entry, and what was done with it; every text in it is safe for a terminal. */
export interface ShownEntry {
  entry: QuarantineEntry;
  done?: 'added' | 'changed' | 'lifted';
  /** What it excused, if that was asked for. */
  excusals?: { items: readonly Excusal[]; total: Total };
  moreCommand?: string;
}

/** An entry in full. */
export function formatEntry(shown: ShownEntry, look: Look): string[] {
  const { entry, done, excusals, moreCommand = '' } = shown;
  const { colors, columns, glyphs, now } = look;
  const state = formatState(entry, look);
  const title = formatTestTitle(entry, glyphs);
  const facts = formatEntryFacts(entry, now);
  const width = Math.max(...facts.map(([label]) => label.length));
  return [
    ...(done === undefined ? [] : [colors.green(`${glyphs.passed} ${done}`)]),
    ...spreadLine(`${state}  ${title}`, shortenId(entry.id), look, (text, line) =>
      line === 0 ? text.replace(state, () => paintState(entry, look)(state)) : text,
    ),
    ...facts.flatMap(([label, text]) =>
      wrapLabelledText(`  ${label.padEnd(width)}  `, text, columns, colors.dim),
    ),
    ...(excusals === undefined
      ? []
      : [
          ...excusals.items.flatMap((one) => formatExcusalLines(one, look)),
          ...formatMoreLines({ ...excusals, moreCommand }, look),
        ]),
  ];
}

function formatEntryFacts(entry: QuarantineEntry, now: Date): [label: string, text: string][] {
  const { reason, owner, file, project, testId, fingerprints, createdAt, createdBy } = entry;
  const by = createdBy === null ? '' : ` by ${toTerminalLine(createdBy)}`;
  return [
    ['reason', toTerminalLine(reason)],
    ...(owner === null ? [] : [['owner', toTerminalLine(owner)] as [string, string]]),
    ['test', `${shortenTestId(testId)} ${toTerminalLine(file)} in ${toTerminalLine(project)}`],
    [
      'excuses',
      fingerprints === 'any'
        ? 'every failure, also new ones'
        : `failures ${fingerprints.join(' ')}`,
    ],
    ['expires', formatEndFact(entry, now)],
    ['excused', formatExcusedCount(entry, now)],
    ['added', `${formatFullTime(createdAt)}${by}`],
    ['id', entry.id],
  ];
}

function formatExcusalLines(excusal: Excusal, { colors, columns, glyphs, now }: Look): string[] {
  const { executionNumber, branch, commit, at, results } = excusal;
  const facts = [
    `${glyphs.skipped} #${executionNumber}`,
    ...[branch, commit?.slice(0, 7)].flatMap((one) => (one ? [toTerminalLine(one)] : [])),
    formatCount(results, 'failure'),
    formatRelativeTime(at, now),
  ];
  return wrapFacts(facts, '  ', columns - 2).map((line) => `  ${colors.dim(line)}`);
}
