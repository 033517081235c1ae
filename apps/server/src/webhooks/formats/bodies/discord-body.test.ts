import { EVENT_TYPES } from '@svc/contract/zod-free/event-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  EXAMPLE_EVENTS,
  eventOfText,
  eventWith,
  HOSTILE_TEXTS,
  hostileEvent,
} from '../../../../test/webhooks/hostile-events.ts';
import { formatBody } from '../format-body.ts';

const visible = z
  .string()
  .min(1)
  .regex(/^(?:(?![^\P{Cc}\n])[^\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069])*$/u)
  .refine((text) => text.isWellFormed())
  .refine((text) => markupOf(text) === '', { error: 'has markup of its own' });

// https://docs.discord.com/developers/resources/message#embed-object-embed-limits
const embed = z
  .strictObject({
    title: visible.max(256),
    description: visible.max(4_096),
    color: z.number().int().min(0).max(0xff_ff_ff),
    timestamp: z.iso.datetime(),
  })
  .refine(({ title, description }) => title.length + description.length <= 6_000);
const discordMessage = z.strictObject({
  embeds: z.array(embed).min(1).max(10),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});

/** The text that Discord would read as markup, after our own links, code, bullets and escapes. */
function markupOf(text: string): string {
  const ours =
    /`[^`\n]*`|\\[\\*_~`|<>@#:[\]()-]|\[(?:history|Open the \w+)\]\(https:\/\/svc\.example\.com\/[\w/-]+\)|^- /gm;
  return text.replaceAll(ours, '').replaceAll(/[^\\*_~`|<>@#:[\]]/g, '');
}

const send = (event: Parameters<typeof formatBody>[1]) =>
  discordMessage.parse(JSON.parse(formatBody('discord', event)));

describe('a message for Discord', () => {
  it.each(EXAMPLE_EVENTS.map((event) => [event.type, event] as const))(
    'is what Discord takes: %s',
    (_, event) => {
      expect(() => send(event)).not.toThrow();
    },
  );

  it('lists tests with their files and pages', () => {
    expect(send(eventWith('test.flaky', {})).embeds[0]?.description.split('\n')).toEqual([
      'known flakes from this execution on',
      '- search › suggests products while typing · `e2e/search.spec.ts` · [history](https://svc.example.com/tests/5d41402abc4b2a76b9719d911017c592)',
      '[Open the execution](https://svc.example.com/executions/6f9b2c1e-4a7d-4f35-9c58-2d81e0b7a463)',
    ]);
  });

  it('counts the tests that it has no room for', () => {
    const description = send(eventOfText('test.flaky', '*'.repeat(200))).embeds[0]?.description;
    const listed = description?.match(/^- /gm)?.length ?? 0;
    expect(listed).toBeGreaterThan(0);
    expect(listed).toBeLessThan(10);
    expect(description).toContain(`\nand ${(100_000 - listed).toLocaleString('en-US')} more\n`);
  });

  it('keeps the link below the longest summary', () => {
    const { embeds } = send(eventOfText('analysis.completed', '*'.repeat(10_000)));
    expect(embeds[0]?.description).toMatch(/\n\[Open the analysis\]\(\S+\)$/);
  });

  it.each(EVENT_TYPES)('keeps to the limits and escapes every hostile text in %s', (type) => {
    for (const text of HOSTILE_TEXTS) expect(() => send(eventOfText(type, text))).not.toThrow();
  });

  it('is what Discord takes, for any texts', () => {
    const isTaken = fc.property(hostileEvent, (event) => void send(event));
    expect(() => fc.assert(isTaken)).not.toThrow();
  });
});
