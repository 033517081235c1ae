import { formatDuration, formatNumber } from '@svc/contract/amounts';
import { formatRelativeTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownInlineCode,
  renderMarkdownTable,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { outcomeStrip, statusText } from '../../terminal/status.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import { resultTitle } from '../../wording/test-names.ts';
import { lastOutcomeText, STATE_TEXTS } from './test-state.ts';
import { choiceId, choicesHeading, type TestChoices } from './test-choices-text.ts';
import { durationsText, outcomeOf, runsText, sinceText, type ShownTest } from './test-text.ts';
import { shortCommit } from '../../wording/short-ids.ts';

const RUNS_HEADER = ['#', 'outcome', 'time', 'branch', 'commit', 'started'];

/** One test to paste into a pull request. */
export function testMarkdown({ test, window, runs, moreCommand }: ShownTest, now: Date): string {
  const glyphs = UNICODE_GLYPHS;
  const { p50Ms, p95Ms } = test.durations;
  const strip = outcomeStrip(
    test.recent.map(({ outcome }) => outcome),
    glyphs,
  );
  const facts = [
    `${window}: ${runsText(test, { glyphs }).join(', ')}`,
    sinceText(test, { now }),
    STATE_TEXTS[test.state],
    p50Ms === null ? undefined : durationsText({ p50Ms, p95Ms }),
    test.owner === null ? undefined : `owner ${test.owner}`,
  ].filter((fact) => fact !== undefined);
  const causes = test.fingerprints.map(
    ({ pattern, count }) =>
      `- ${formatNumber(count)}${glyphs.times} ${renderMarkdownInlineCode(pattern)}`,
  );
  const rows = runs.items.map((run) => [
    String(run.executionNumber),
    statusText(outcomeOf(run), { glyphs }),
    formatDuration(run.durationMs),
    escapeMarkdown(run.branch ?? ''),
    escapeMarkdown(shortCommit(run.commit ?? undefined) ?? ''),
    formatRelativeTime(run.at, now),
  ]);
  return [
    `### ${lastOutcomeText(test, { glyphs })}: ${escapeMarkdown(resultTitle(test, glyphs))}`,
    `${escapeMarkdown(test.file)} · ${facts.map(escapeMarkdown).join(' · ')}`,
    strip,
    causes.join('\n'),
    rows.length === 0 ? '' : renderMarkdownTable(RUNS_HEADER, rows),
    ...markdownMore({ ...runs, moreCommand }),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** The tests that match, to choose from. */
export function testChoicesMarkdown(choices: TestChoices): string {
  const rows = choices.items.map((test) => [
    renderMarkdownInlineCode(choiceId(test, choices)),
    lastOutcomeText(test, { glyphs: UNICODE_GLYPHS }),
    STATE_TEXTS[test.state],
    escapeMarkdown(resultTitle(test, UNICODE_GLYPHS)),
    escapeMarkdown(test.file),
  ]);
  return [
    escapeMarkdown(choicesHeading(choices)),
    renderMarkdownTable(['id', 'last run', 'state', 'test', 'file'], rows),
    ...markdownMore(choices),
  ].join('\n\n');
}
