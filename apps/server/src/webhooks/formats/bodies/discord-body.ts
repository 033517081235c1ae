import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { cutEscaped } from '../texts/cut-escaped.ts';
import {
  FACT_SEPARATOR,
  formatOmitted,
  type Link,
  type ListedTest,
  type Message,
  type Tone,
} from '../messages/message.ts';

/**
 * A message for a webhook of Discord: one embed, without mentions. The embed's own `url` is not set, because Discord
 * refuses the message when the host has no top-level domain, such as `localhost`.
 * @see https://docs.discord.com/developers/resources/webhook#execute-webhook
 */
export function buildDiscordBody(
  message: Message,
  timestamp: string,
): RESTPostAPIWebhookWithTokenJSONBody {
  return {
    embeds: [
      {
        title: cutEscaped(message.title, TITLE_LENGTH, escapeDiscord),
        description: formatDescription(message),
        color: COLORS[message.tone],
        timestamp,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

const COLORS: Record<Tone, number> = {
  pass: 0x2e_a0_43,
  fail: 0xd1_24_2f,
  flaky: 0xbf_87_00,
  info: 0x6e_77_81,
};

const TITLE_LENGTH = 256;
const DESCRIPTION_LENGTH = 4_096;

// Together they leave room for the link and for some tests.
const FACTS_LENGTH = 500;
const PROSE_LENGTH = 2_400;

/** The facts, the sentences, as many tests as there is room for, and the link, which is not cut. */
function formatDescription({ facts, prose, tests, testsOmitted, link }: Message): string {
  const lines = [
    cutEscaped(facts.join(FACT_SEPARATOR), FACTS_LENGTH, escapeDiscord),
    cutEscaped(prose.join('\n'), PROSE_LENGTH, escapeDiscord),
  ].filter((line) => line !== '');
  const linkLine = formatMaskedLink(link);
  const used = [...lines, linkLine].join('\n').length + OMITTED_LENGTH;
  const testLines = pickFittingLines(tests.map(formatTestLine), DESCRIPTION_LENGTH - used);
  const omitted = formatOmitted(testsOmitted + tests.length - testLines.length);
  return [...lines, ...testLines, ...(omitted === null ? [] : [omitted]), linkLine].join('\n');
}

/** Room for the line of `formatOmitted` and its line break. */
const OMITTED_LENGTH = 40;

function pickFittingLines(lines: readonly string[], room: number): string[] {
  let length = 0;
  const fitting = lines.findIndex((line) => (length += line.length + 1) > room);
  return fitting === -1 ? [...lines] : lines.slice(0, fitting);
}

/** The link has its own label, because Discord accepts no escaped brackets in labels. */
function formatTestLine({ title, file, url }: ListedTest): string {
  const code = file === '' ? [] : [`\`${file.replaceAll('`', "'")}\``];
  const parts = [escapeDiscord(title), ...code, formatMaskedLink({ label: 'history', url })];
  return `- ${parts.join(FACT_SEPARATOR)}`;
}

function formatMaskedLink({ label, url }: Link): string {
  return `[${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** A backslash before punctuation takes its meaning: formatting, links, mentions, time stamps and emoji. */
function escapeDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|<>@#:[\]()-]/g, String.raw`\$&`);
}
