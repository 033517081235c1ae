import type { AttentionItem } from '@svc/contract/history/attention';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownLink,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { formatOutcomeStrip } from '../../terminal/status.ts';
import {
  formatAttentionCount,
  describeIdleBranches,
  buildNextCommand,
  SIGNS,
  SILENT_TEXT,
  type ShownAttention,
} from './attention-text.ts';
import { renderMarkdownMore } from '../../wording/more-lines.ts';
import { formatSinceAgo, formatSinceFacts } from './since-text.ts';
import { formatLabelFacts } from '../../wording/class-text.ts';

/** What needs attention, to paste into a pull request or a chat. */
export function renderAttentionMarkdown(shown: ShownAttention, now: Date): string {
  const { project, items, count, moreCommand } = shown;
  const subject = `**${project === undefined ? 'all projects' : escapeMarkdown(project)}**`;
  if (shown.hasExecutions && !shown.hasSpeaking) return `${subject}: ${SILENT_TEXT}`;
  const idle = describeIdleBranches(shown).map(escapeMarkdown);
  if (items.length === 0) {
    const text = idle.length === 0 ? 'nothing needs attention' : 'nothing else needs attention';
    return [`${subject}: ${text}`, ...idle].join('\n\n');
  }
  return [
    `${subject}: ${formatAttentionCount(count)}`,
    ...idle,
    items.map((item) => renderAttentionItem(item, { project, now })).join('\n'),
    ...renderMarkdownMore({ items, total: { count, isAtLeast: false }, moreCommand }),
  ].join('\n\n');
}

function renderAttentionItem(
  item: AttentionItem,
  { project, now }: { project: string | undefined; now: Date },
): string {
  const command = buildNextCommand(item);
  const facts = [
    escapeMarkdown(item.detail),
    ...(project === undefined ? [`project ${escapeMarkdown(item.project)}`] : []),
    ...(item.branch === null ? [] : [`branch ${escapeMarkdown(item.branch)}`]),
    ...(item.since === null ? [] : [formatSinceAgo(item, now)]),
    ...formatSinceFacts(item, { now, text: escapeMarkdown, commit: renderCommit }),
    ...formatLabelFacts(item).map(escapeMarkdown),
    ...(item.recent.length === 0 ? [] : [formatOutcomeStrip(item.recent, UNICODE_GLYPHS)]),
    ...(command === undefined ? [] : [renderMarkdownCommand(command)]),
  ];
  const title = `${UNICODE_GLYPHS[SIGNS[item.kind]]} **${escapeMarkdown(item.title)}**`;
  return `- ${title}  \n  ${facts.join(' · ')}`;
}

function renderCommit(shortCommit: string, url: string | null): string {
  return url === null ? escapeMarkdown(shortCommit) : renderMarkdownLink(shortCommit, url);
}
