import type { AttentionItem } from '@svc/contract/history/attention';
import { UNICODE_GLYPHS } from '../../format/glyphs.ts';
import { markdownCommand, markdownText } from '@svc/analysis/text/markdown';
import { outcomeStrip } from '../../format/status.ts';
import {
  attentionCount,
  nextCommand,
  SIGNS,
  SILENT_TEXT,
  type ShownAttention,
} from './attention-text.ts';
import { markdownMore } from '../more-lines.ts';
import { labelFacts } from '../analysis/class-text.ts';

/** What needs attention, to paste into a pull request or a chat. */
export function attentionMarkdown(shown: ShownAttention): string {
  const { project, items, count, moreCommand } = shown;
  const subject = `**${project === undefined ? 'all projects' : markdownText(project)}**`;
  if (shown.hasExecutions && !shown.hasSpeaking) return `${subject}: ${SILENT_TEXT}`;
  if (items.length === 0) return `${subject}: nothing needs attention`;
  return [
    `${subject}: ${attentionCount(count)}`,
    items.map((item) => itemText(item, project)).join('\n'),
    ...markdownMore({ items, total: { count, isAtLeast: false }, moreCommand }),
  ].join('\n\n');
}

function itemText(item: AttentionItem, project: string | undefined): string {
  const command = nextCommand(item);
  const facts = [
    markdownText(item.detail),
    ...(project === undefined ? [`project ${markdownText(item.project)}`] : []),
    ...(item.branch === null ? [] : [`branch ${markdownText(item.branch)}`]),
    ...labelFacts(item).map(markdownText),
    ...(item.recent.length === 0 ? [] : [outcomeStrip(item.recent, UNICODE_GLYPHS)]),
    ...(command === undefined ? [] : [markdownCommand(command)]),
  ];
  const title = `${UNICODE_GLYPHS[SIGNS[item.kind]]} **${markdownText(item.title)}**`;
  return `- ${title}  \n  ${facts.join(' · ')}`;
}
