import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { markdownTable, markdownText } from '@svc/analysis/text/markdown';
import { markdownMore } from '../../wording/more-lines.ts';
import { resultTitle } from '../../wording/test-names.ts';
import type { EntryList } from './entries-text.ts';

/** The same for a pull request. */
export function entriesMarkdown(list: EntryList): string {
  const { items, project } = list;
  const place = project === undefined ? 'all projects' : project;
  if (items.length === 0) return `No quarantine entries in ${markdownText(place)}.`;
  const rows = items.map(
    ({ titlePath, variant, state, expiresAt, endedAt, excusedCount, reason, owner }) => [
      markdownText(resultTitle({ titlePath, variant }, UNICODE_GLYPHS)),
      state,
      (endedAt ?? expiresAt).slice(0, 10),
      String(excusedCount),
      markdownText(reason),
      owner === null ? '' : markdownText(owner),
    ],
  );
  return [
    `**${markdownText(place)}**, quarantined tests`,
    markdownTable(['test', 'state', 'until', 'excused', 'reason', 'owner'], rows),
    ...markdownMore(list),
  ].join('\n\n');
}
