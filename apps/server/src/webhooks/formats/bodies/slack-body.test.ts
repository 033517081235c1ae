import { EVENT_TYPES } from '@svc/contract/zod-free/event-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  DASHBOARD,
  EXAMPLE_EVENTS,
  eventOfText,
  eventWith,
  HOSTILE_TEXTS,
  hostileEvent,
} from '../../../../test/webhooks/hostile-events.ts';
import { formatBody } from '../format-body.ts';

// Control characters only as entities, so that Slack finds no mention and no link.
const escaped = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^(?:[^&<>]|&(?:amp|lt|gt);)*$/);
const visible = z
  .string()
  .min(1)
  .regex(/^(?:(?![^\P{Cc}\n])[^\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069])*$/u)
  .refine((text) => text.isWellFormed());

const plainText = (most: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: escaped(most).and(visible),
    emoji: z.literal(false),
  });

// https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
const richText = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: visible,
    style: z.strictObject({ code: z.literal(true) }).optional(),
  }),
  z.strictObject({
    type: z.literal('link'),
    url: z.url().startsWith(DASHBOARD).max(3_000),
    text: visible,
  }),
]);
const section = z.strictObject({
  type: z.literal('rich_text_section'),
  elements: z.array(richText).min(1),
});
const list = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.literal('bullet'),
  elements: z.array(section).min(1),
});
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z.strictObject({
    type: z.literal('context'),
    elements: z.array(plainText(3_000)).min(1).max(10),
  }),
  z.strictObject({
    type: z.literal('rich_text'),
    elements: z
      .array(z.discriminatedUnion('type', [section, list]))
      .min(1)
      .refine((elements) => textOf(elements).length <= 3_000),
  }),
]);
const slackMessage = z.strictObject({
  text: escaped(3_000).and(visible),
  blocks: z.array(block).min(1).max(50),
});

function textOf(elements: (z.infer<typeof section> | z.infer<typeof list>)[]): string {
  return elements
    .flatMap((element) =>
      element.type === 'rich_text_list'
        ? element.elements.flatMap((item) => item.elements)
        : element.elements,
    )
    .map(({ text }) => text)
    .join('');
}

const send = (event: Parameters<typeof formatBody>[1]) =>
  slackMessage.parse(JSON.parse(formatBody('slack', event)));

describe('a message for Slack', () => {
  it.each(EXAMPLE_EVENTS.map((event) => [event.type, event] as const))(
    'is what Slack takes: %s',
    (_, event) => {
      expect(() => send(event)).not.toThrow();
    },
  );

  it('shows an execution with its counts, and links its page', () => {
    const [header, facts, link] = send(eventWith('execution.failed', {})).blocks;
    expect(header).toMatchObject({ text: { text: '✗ acme/web #1842 failed on main' } });
    expect(facts).toMatchObject({
      elements: [
        {
          text: 'e2e · 3 failed, 1 timed out, 240 passed (1 flaky), 2 skipped · 2 m 14 s · a1b2c3d · playwright',
        },
      ],
    });
    expect(link).toMatchObject({
      elements: [
        {
          elements: [{ url: `${DASHBOARD}executions/6f9b2c1e-4a7d-4f35-9c58-2d81e0b7a463` }],
        },
      ],
    });
  });

  it('has the text of all blocks for notifications', () => {
    expect(send(eventWith('test.recovered', {})).text).toBe(
      '✓ 1 test recovered in acme/web #1842 on main · passed here, failed in the run before on this branch',
    );
  });

  it.each(EVENT_TYPES)('keeps to the limits and escapes every hostile text in %s', (type) => {
    for (const text of HOSTILE_TEXTS) expect(() => send(eventOfText(type, text))).not.toThrow();
  });

  it('is what Slack takes, for any texts', () => {
    const isTaken = fc.property(hostileEvent, (event) => void send(event));
    expect(() => fc.assert(isTaken)).not.toThrow();
  });
});
