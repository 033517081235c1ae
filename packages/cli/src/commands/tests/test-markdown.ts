import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatOutcomeStrip, statusText } from '../../terminal/status.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import { formatLastOutcome, STATE_TEXTS } from './test-state.ts';
import { shortenChoiceId, formatChoicesHeading, type TestChoices } from './test-choices-text.ts';
import {
  formatDurations,
  getRunOutcome,
  formatRuns,
  formatSince,
  type ShownTest,
} from './test-text.ts';
import { shortenCommit } from '../../wording/short-ids.ts';

const RUNS_HEADER = ['#', 'outcome', 'time', 'branch', 'commit', 'started'];

/** One test to paste into a pull request. */
export function renderTestMarkdown(
  { test, window, runs, moreCommand }: ShownTest,
  now: Date,
): string {
  const glyphs = UNICODE_GLYPHS;
  const { p50Ms, p95Ms } = test.durations;
  const strip = formatOutcomeStrip(
    test.recent.map(({ outcome }) => outcome),
    glyphs,
  );
  const facts = [
    `${window}: ${formatRuns(test, { glyphs }).join(', ')}`,
    formatSince(test, { now }),
    STATE_TEXTS[test.state],
    p50Ms === null ? undefined : formatDurations({ p50Ms, p95Ms }),
    test.owner === null ? undefined : `owner ${test.owner}`,
  ].filter((fact) => fact !== undefined);
  const causes = test.fingerprints.map(
    ({ pattern, count }) =>
      `- ${formatNumber(count)}${glyphs.times} ${renderMarkdownInlineCode(pattern)}`,
  );
  const rows = runs.items.map((run) => [
    String(run.executionNumber),
    statusText(getRunOutcome(run), { glyphs }),
    formatDuration(run.durationMs),
    escapeMarkdown(run.branch ?? ''),
    escapeMarkdown(shortenCommit(run.commit ?? undefined) ?? ''),
    formatRelativeTime(run.at, now),
  ]);
  return [
    `### ${formatLastOutcome(test, { glyphs })}: ${escapeMarkdown(formatTestTitle(test, glyphs))}`,
    `${escapeMarkdown(test.file)} · ${facts.map(escapeMarkdown).join(' · ')}`,
    strip,
    causes.join('\n'),
    rows.length === 0 ? '' : renderMarkdownTable(RUNS_HEADER, rows),
    ...renderMarkdownMore({ ...runs, moreCommand }),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** The tests that match, to choose from. */
export function renderTestChoicesMarkdown(choices: TestChoices): string {
  const rows = choices.items.map((test) => [
    renderMarkdownInlineCode(shortenChoiceId(test, choices)),
    formatLastOutcome(test, { glyphs: UNICODE_GLYPHS }),
    STATE_TEXTS[test.state],
    escapeMarkdown(formatTestTitle(test, UNICODE_GLYPHS)),
    escapeMarkdown(test.file),
  ]);
  return [
    escapeMarkdown(formatChoicesHeading(choices)),
    renderMarkdownTable(['id', 'last run', 'state', 'test', 'file'], rows),
    ...renderMarkdownMore(choices),
  ].join('\n\n');
}
