import { createRequire } from 'node:module';
import { EVENT_TYPES } from '@svc/contract/zod-free/event-types';
import type * as AdaptiveCards from 'adaptivecards';
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

// Node cannot load the modules that the package names as its entry, only its bundle.
const { AdaptiveCard, SerializationContext }: typeof AdaptiveCards = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
);

const visible = z
  .string()
  .min(1)
  .regex(/^(?!.*\p{Cc})[^\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u)
  .refine((text) => text.isWellFormed());

const openUrl = z.strictObject({
  type: z.literal('Action.OpenUrl'),
  url: z.url().startsWith(DASHBOARD),
  title: visible.optional(),
});

// Only text runs: Teams reads Markdown in text blocks and in facts.
const card = z.strictObject({
  $schema: z.string(),
  type: z.literal('AdaptiveCard'),
  version: z.literal('1.4'),
  fallbackText: visible,
  msteams: z.strictObject({ width: z.literal('Full') }),
  body: z
    .array(
      z.strictObject({
        type: z.literal('RichTextBlock'),
        spacing: z.literal('Small'),
        inlines: z
          .array(
            z.looseObject({
              type: z.literal('TextRun'),
              text: visible,
              selectAction: openUrl.optional(),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
  actions: z.array(openUrl).length(1),
});

// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: card,
    }),
  ]),
});

function send(event: Parameters<typeof formatBody>[1]) {
  const body = formatBody('teams', event);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28 * 1024);
  const { content } = teamsMessage.parse(JSON.parse(body)).attachments[0];
  return { content, parsed: parseCard(content) };
}

/** The card as Microsoft's parser understands it. The parser drops properties that it does not know. */
function parseCard(content: z.infer<typeof card>): unknown {
  const context = new SerializationContext();
  const parsed = new AdaptiveCard();
  parsed.parse(content, context);
  const problems = Array.from(
    { length: context.eventCount },
    (_, index) => context.getEventAt(index).message,
  );
  expect(problems).toEqual([]);
  return parsed.toJSON();
}

describe('a message for Teams', () => {
  it.each(EXAMPLE_EVENTS.map((event) => [event.type, event] as const))(
    'is a card without anything that the parser of Adaptive Cards does not know: %s',
    (_, event) => {
      const { content, parsed } = send(event);
      // Teams' own property, which is no part of Adaptive Cards.
      expect({ ...(parsed as object), msteams: { width: 'Full' } }).toEqual(content);
    },
  );

  it('says when a person should look, and how sure the verdict is', () => {
    const { content } = send(eventWith('analysis.completed', { needsHuman: true }));
    expect(content.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''))).toEqual([
      'acme/web #1842 on main: real bug',
      'the product broke · 87 % sure · a person should look · 4 failures',
      'The cart lost its discount: 2 tests regressed with the last commit.',
    ]);
  });

  it.each(EVENT_TYPES)('stays below 28 KB with every hostile text in %s', (type) => {
    for (const text of HOSTILE_TEXTS) expect(() => send(eventOfText(type, text))).not.toThrow();
  });

  it('is what Teams takes, for any texts', () => {
    const isTaken = fc.property(hostileEvent, (event) => void send(event));
    expect(() => fc.assert(isTaken)).not.toThrow();
  });
});
