import type {
  KnownBlock,
  RichTextBlockElement,
  RichTextElement,
  RichTextSection,
} from '@slack/types';
import { cutEscaped } from '../texts/cut-escaped.ts';
import {
  FACT_SEPARATOR,
  formatOmitted,
  type ListedTest,
  type Message,
  type Tone,
} from '../messages/message.ts';

/**
 * A message for an incoming webhook of Slack. `text` is for notifications and for clients without blocks. Names and
 * sentences are rich text, because Slack reads no formatting, links or mentions in rich text.
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
export function buildSlackBody(message: Message): { text: string; blocks: KnownBlock[] } {
  const title = `${GLYPHS[message.tone]} ${message.title}`;
  const facts = message.facts.join(FACT_SEPARATOR);
  const inShort = [title, facts].filter((part) => part !== '').join(FACT_SEPARATOR);
  return {
    text: cutEscaped(inShort, TEXT_LENGTH, escapeSlack),
    blocks: [
      { type: 'header', text: buildPlainText(title, HEADER_LENGTH) },
      ...buildContextBlocks(facts),
      ...buildDetailBlocks(message),
    ],
  };
}

// Slack has no colour for a message without the attachments that it discourages.
const GLYPHS: Record<Tone, string> = { pass: '✓', fail: '✗', flaky: '±', info: '•' };

const TEXT_LENGTH = 3_000;
const HEADER_LENGTH = 150;

function buildPlainText(text: string, limit: number) {
  return { type: 'plain_text', text: cutEscaped(text, limit, escapeSlack), emoji: false } as const;
}

/** The control characters of texts. @see https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function buildContextBlocks(facts: string): KnownBlock[] {
  return facts === '' ? [] : [{ type: 'context', elements: [buildPlainText(facts, TEXT_LENGTH)] }];
}

function buildDetailBlocks({ prose, tests, testsOmitted, link }: Message): KnownBlock[] {
  const omitted = formatOmitted(testsOmitted);
  const parts: RichTextBlockElement[][] = [
    prose.length === 0 ? [] : [buildSection({ type: 'text', text: prose.join('\n') })],
    buildTestList(tests),
    omitted === null ? [] : [buildSection({ type: 'text', text: omitted })],
    [buildSection({ type: 'link', url: link.url, text: link.label })],
  ];
  return parts
    .filter((elements) => elements.length > 0)
    .map((elements) => ({ type: 'rich_text', elements }));
}

function buildTestList(tests: readonly ListedTest[]): RichTextBlockElement[] {
  if (tests.length === 0) return [];
  const elements = tests.map(({ title, file, url }) => {
    const name: RichTextElement = { type: 'link', url, text: title };
    if (file === '') return buildSection(name);
    const place: RichTextElement = { type: 'text', text: file, style: { code: true } };
    return buildSection(name, { type: 'text', text: FACT_SEPARATOR }, place);
  });
  return [{ type: 'rich_text_list', style: 'bullet', elements }];
}

function buildSection(...elements: RichTextElement[]): RichTextSection {
  return { type: 'rich_text_section', elements };
}
