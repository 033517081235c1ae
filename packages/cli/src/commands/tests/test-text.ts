import type { CommitPoint } from '@svc/contract/executions/outcomes';
import type { Source } from '@svc/contract/filters';
import type { TestDetail, TestRun } from '@svc/contract/history/tests';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRate } from '@svc/analysis/text/rate';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { fitText } from '../../terminal/lines/fitted-text.ts';
import { wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { formatOutcomeStrip, paintStrip, paintStatus, statusText } from '../../terminal/status.ts';
import { drawSparkline } from '../../terminal/charts/sparkline.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { formatTable, type Column } from '../../terminal/lines/table.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Total } from '../../asking/listing.ts';
import { formatMoreLines } from '../../wording/more-lines.ts';
import { formatSourceLines } from '../../wording/heading-line.ts';
import { listRunMarks } from '@svc/analysis/compare/run-marks';
import { buildMarkColumns, formatMarkLegend } from '../../wording/run-mark-columns.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import { formatLastOutcome, paintLastOutcome, paintState, STATE_TEXTS } from './test-state.ts';
import { shortenCommit } from '../../wording/short-ids.ts';

/** A test as `svc test` shows it; every text in it is safe for a terminal. */
export interface ShownTest {
  test: TestDetail;
  /** The source that the server chose, if none was requested. */
  defaultSource?: Source | undefined;
  /** The window in words. */
  window: string;
  /** Its last runs, up to the limit, and what is known about the total. */
  runs: { items: TestRun[]; total: Total };
  moreCommand: string;
}

/** Its last outcome, state, figures, recent outcomes and times, causes of failure, then its last runs. */
export function formatTest(shown: ShownTest, look: Look): string[] {
  const lines = [
    ...formatIdentityLines(shown, look),
    '',
    ...formatFigureLines(shown, look),
    ...formatCauseLines(shown, look),
    ...formatRunLines(shown, look),
  ];
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function formatIdentityLines({ test }: ShownTest, look: Look): string[] {
  const { colors, glyphs } = look;
  const outcome = formatLastOutcome(test, look);
  const title = formatTestTitle(test, glyphs);
  const paint = (text: string, line: number) =>
    colors.bold(
      line > 0 ? text : paintLastOutcome(test, colors)(outcome) + text.slice(outcome.length),
    );
  const facts = [
    toTerminalLine(test.project),
    toTerminalLine(test.framework),
    ...(test.owner === null ? [] : [`owner ${toTerminalLine(test.owner)}`]),
    ...test.tags.map((tag) => `#${toTerminalLine(tag)}`),
    `first seen ${formatRelativeTime(test.firstSeenAt, look.now)}`,
    `id ${test.testId}`,
  ];
  const since = formatSince(test, look);
  return [
    ...spreadLine(`${outcome}  ${title}`, toTerminalLine(test.file), look, paint),
    ...(since === undefined ? [] : wrapText(since, look.columns)),
    paintState(test.state, colors)(STATE_TEXTS[test.state]),
    ...wrapFacts(facts, glyphs.dot, look.columns).map((line) => colors.dim(line)),
  ];
}

/**
 * `failing on main since 77e0a1c by Alan, 2 d ago, 2 of 2 runs (last good a07be55)`. Of a test whose newest run passed:
 * `passes again on main since 3f9c1ab, 1 h ago; failed since …`. Of a test that is not known to have passed before:
 * `failing on main, already in 77e0a1c, 2 d ago`.
 */
export function formatSince({ since }: Pick<TestDetail, 'since'>, { now }: Pick<Look, 'now'>) {
  if (since === null) return undefined;
  const { kind, branch, firstBad, author, lastGood, goodAgain, isAtLeast, badRuns, runs } = since;
  const by = author === null ? '' : ` by ${toTerminalLine(author)}`;
  const begin = formatCommitPoint(firstBad, { by, now });
  const good = shortenCommit(lastGood?.commit ?? undefined);
  const place = branch === null ? '' : ` on ${toTerminalLine(branch)}`;
  const share = runs === 0 ? '' : `, ${badRuns} of ${formatCount(runs, 'run')}`;
  const range = `${isAtLeast ? ', already in' : ' since'} ${begin}${share}${good === undefined ? '' : ` (last good ${good})`}`;
  return goodAgain === null
    ? `${kind}${place}${range}`
    : `passes again${place} since ${formatCommitPoint(goodAgain, { by: '', now })}; failed${range}`;
}

function formatCommitPoint(
  { commit, at }: CommitPoint,
  { by, now }: { by: string; now: Date },
): string {
  const short = shortenCommit(commit ?? undefined);
  const ago = formatRelativeTime(at, now);
  return short === undefined ? `${ago}${by}` : `${short}${by}, ${ago}`;
}

function formatFigureLines(shown: ShownTest, look: Look): string[] {
  const { test, window } = shown;
  const [runs = '', ...others] = formatRuns(test, look);
  return [
    ...wrapFacts([`${window}: ${runs}`, ...others], ', ', look.columns),
    ...formatStripLines(test, look),
    ...formatDurationLines(test, look),
    ...formatSourceLines(shown, look),
    '',
  ];
}

function formatStripLines({ recent }: TestDetail, look: Look): string[] {
  const outcomes = recent.map(({ outcome }) => outcome);
  const strip = formatOutcomeStrip(outcomes, look.glyphs);
  if (strip === '') return [];
  const painted = paintStrip(strip, outcomes, look);
  return wrapFacts([painted, look.colors.dim('oldest to newest')], '  ', look.columns);
}

/** `44 runs`, `3 failed (6.8 %)`, `8 flaky (18.2 %)`. */
export function formatRuns(
  { runs, failures, flakyRuns }: TestDetail,
  { glyphs }: Pick<Look, 'glyphs'>,
) {
  const share = (count: number) => (runs === 0 ? '' : ` (${formatRate(count / runs, glyphs)})`);
  return [
    runs === 0 ? 'no runs' : formatCount(runs, 'run'),
    ...(failures > 0 ? [`${failures} failed${share(failures)}`] : []),
    ...(flakyRuns > 0 ? [`${formatNumber(flakyRuns)} flaky${share(flakyRuns)}`] : []),
  ];
}

const SPARK_COLUMNS = 40;

function formatDurationLines({ durations }: TestDetail, look: Look): string[] {
  const { p50Ms, p95Ms, points } = durations;
  if (p50Ms === null) return [];
  const spark = drawSparkline(
    points.map(({ durationMs }) => durationMs),
    Math.min(SPARK_COLUMNS, look.columns),
    look.glyphs,
  );
  const facts = [formatDurations({ p50Ms, p95Ms }), ...(points.length > 1 ? [spark] : [])];
  return wrapFacts(facts, '  ', look.columns);
}

/** `p50 120 ms, p95 340 ms`. */
export function formatDurations({ p50Ms, p95Ms }: { p50Ms: number; p95Ms: number | null }): string {
  const p95 = p95Ms === null ? '' : `, p95 ${formatDuration(p95Ms)}`;
  return `p50 ${formatDuration(p50Ms)}${p95}`;
}

const MOST_CAUSES = 5;
const CAUSE_INDENT = 6;

function formatCauseLines({ test }: ShownTest, look: Look): string[] {
  const { fingerprints } = test;
  if (fingerprints.length === 0) return [];
  const { colors, glyphs } = look;
  const title = fingerprints.length === 1 ? 'why it failed' : `${fingerprints.length} causes`;
  const lines = fingerprints.slice(0, MOST_CAUSES).flatMap((cause) => {
    const count = `${formatNumber(cause.count)}${glyphs.times} `.padStart(CAUSE_INDENT);
    const pattern = fitText(
      toTerminalLine(cause.pattern),
      Math.max(look.columns, 80) - CAUSE_INDENT,
      glyphs,
    );
    const room = look.columns - CAUSE_INDENT;
    const [first = '', ...rest] = wrapFacts([pattern], ' ', room).map((line) =>
      fitText(line, room, glyphs),
    );
    const facts = [`last ${formatRelativeTime(cause.lastSeenAt, look.now)}`, cause.fingerprint];
    return [
      `${count}${first}`,
      ...rest.map((line) => ' '.repeat(CAUSE_INDENT) + line),
      ...wrapFacts(facts, glyphs.dot, look.columns - CAUSE_INDENT).map(
        (line) => `${' '.repeat(CAUSE_INDENT)}${colors.dim(line)}`,
      ),
    ];
  });
  const left = fingerprints.length - MOST_CAUSES;
  const more = left > 0 ? [colors.dim(`      ${formatCount(left, 'other cause')}, in --json`)] : [];
  return [colors.bold(title), ...lines, ...more, ''];
}

function formatRunLines({ runs, moreCommand }: ShownTest, look: Look): string[] {
  if (runs.items.length === 0) return [];
  return [
    look.colors.bold('last runs'),
    ...formatTable(buildRunColumns(runs.items, look), runs.items, look),
    ...formatMoreLines({ ...runs, moreCommand }, look),
    ...formatMarkLegend(runs.items, listRunMarks, look),
  ];
}

function buildRunColumns(runs: readonly TestRun[], look: Look): Column<TestRun>[] {
  const { colors, glyphs } = look;
  return [
    { header: '#', align: 'right', text: ({ executionNumber }) => String(executionNumber) },
    {
      header: 'OUTCOME',
      text: (run) => statusText(getRunOutcome(run), look),
      paint: (text, run) => paintStatus(getRunOutcome(run), colors)(text),
    },
    ...buildMarkColumns(runs, listRunMarks, look),
    { header: 'TIME', align: 'right', text: ({ durationMs }) => formatDuration(durationMs) },
    {
      header: 'BRANCH',
      minColumns: 6,
      text: ({ branch }) => toTerminalLine(branch ?? glyphs.none),
      below: ({ branch }) => (branch === null ? undefined : toTerminalLine(branch)),
    },
    {
      header: 'COMMIT',
      text: ({ commit }) => shortenCommit(commit ?? undefined) ?? glyphs.none,
      below: ({ commit }) => shortenCommit(commit ?? undefined),
    },
    { header: 'STARTED', text: ({ at }) => formatRelativeTime(at, look.now) },
    {
      header: 'ENVIRONMENT',
      minColumns: 11,
      text: ({ environment }) => toTerminalLine(environment ?? ''),
      below: 'same',
    },
  ];
}

export function getRunOutcome({ status, flaky }: TestRun) {
  return flaky ? 'flaky' : status;
}
