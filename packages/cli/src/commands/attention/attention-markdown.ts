import type { AttentionItem } from '@svc/contract/history/attention';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownLink,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { outcomeStrip } from '../../terminal/status.ts';
import {
  attentionCount,
  idleTexts,
  nextCommand,
  SIGNS,
  SILENT_TEXT,
  type ShownAttention,
} from './attention-text.ts';
import { markdownMore } from '../../wording/more-lines.ts';
import { sinceAgo, sinceFacts } from './since-text.ts';
import { labelFacts } from '../../wording/class-text.ts';

/** What needs attention, to paste into a pull request or a chat. */
export function attentionMarkdown(shown: ShownAttention, now: Date): string {
  const { project, items, count, moreCommand } = shown;
  const subject = `**${project === undefined ? 'all projects' : escapeMarkdown(project)}**`;
  if (shown.hasExecutions && !shown.hasSpeaking) return `${subject}: ${SILENT_TEXT}`;
  const idle = idleTexts(shown).map(escapeMarkdown);
  if (items.length === 0) {
    const text = idle.length === 0 ? 'nothing needs attention' : 'nothing else needs attention';
    return [`${subject}: ${text}`, ...idle].join('\n\n');
  }
  return [
    `${subject}: ${attentionCount(count)}`,
    ...idle,
    items.map((item) => itemText(item, { project, now })).join('\n'),
    ...markdownMore({ items, total: { count, isAtLeast: false }, moreCommand }),
  ].join('\n\n');
}

function itemText(
  item: AttentionItem,
  { project, now }: { project: string | undefined; now: Date },
): string {
  const command = nextCommand(item);
  const facts = [
    escapeMarkdown(item.detail),
    ...(project === undefined ? [`project ${escapeMarkdown(item.project)}`] : []),
    ...(item.branch === null ? [] : [`branch ${escapeMarkdown(item.branch)}`]),
    ...(item.since === null ? [] : [sinceAgo(item, now)]),
    ...sinceFacts(item, { now, text: escapeMarkdown, commit: commitText }),
    ...labelFacts(item).map(escapeMarkdown),
    ...(item.recent.length === 0 ? [] : [outcomeStrip(item.recent, UNICODE_GLYPHS)]),
    ...(command === undefined ? [] : [renderMarkdownCommand(command)]),
  ];
  const title = `${UNICODE_GLYPHS[SIGNS[item.kind]]} **${escapeMarkdown(item.title)}**`;
  return `- ${title}  \n  ${facts.join(' · ')}`;
}

function commitText(shortCommit: string, url: string | null): string {
  return url === null ? escapeMarkdown(shortCommit) : renderMarkdownLink(shortCommit, url);
}
