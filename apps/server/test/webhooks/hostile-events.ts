import { CLASSIFICATIONS } from '@svc/contract/executions/outcomes';
import { EVENT_EXAMPLES } from '@svc/contract/zod-free/event-examples';
import { EVENT_TYPES, type EventType } from '@svc/contract/zod-free/event-types';
import { type WebhookBody } from '@svc/contract/webhooks/events';
import fc from 'fast-check';

/** The dashboard of all events here. Every link of a message must begin so. */
export const DASHBOARD = 'https://svc.example.com/';

/** The example of every event, as its webhooks receive it. */
export const EXAMPLE_EVENTS = EVENT_TYPES.map((type) => eventWith(type, {}));

/** Texts that ping, link, format, hide or break something in one of the chats, and texts that are long. */
export const HOSTILE_TEXTS = [
  '<!channel> <!here> <!subteam^S123|team> <@U123> <#C123>',
  '<https://evil.example|click> [click](https://evil.example) https://evil.example',
  '@everyone @here <@123> <@&456> <#789> <t:0:R> </run:1> <at>everyone</at>',
  '*bold* _italic_ ~struck~ **bold** __under__ ~~gone~~ ||spoiler|| `code` ```block```',
  'a ``` b',
  'a ` b',
  '[unclosed',
  'closed](https://evil.example)',
  'ends with a backslash\\',
  '\\`\\*\\\\',
  '&amp; &lt;b&gt; &#64; <b>bold</b>',
  '# heading\n- list\n> quote\n1. first\n-# small',
  ':smile: {{DATE(2026-01-01T00:00:00Z,SHORT)}} ${name} @{triggerBody()}',
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u0000\u0007\u009b',
  'left \u202eright\u202c \u2066\u2069 \u200f \u061c \u200b \ufeff \u2028 \u2029',
  '\ud800 lone \udc00',
  '',
  '   ',
  '\u200b',
  ...['x', '&', '<', '`', '\\', '@', '*', '👩🏽‍🚀', '😀', 'あ', 'e\u0301', '"', '\n', 'line\n'].map(
    (part) => part.repeat(10_000 / part.length),
  ),
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.array(fc.constantFrom(...HOSTILE_TEXTS), { maxLength: 4 }).map((texts) => texts.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('&<>`*_~|[](){}@:#-\\\n😀a ')),
    maxLength: 3_000,
  }),
);

/** Events of every type whose texts are all hostile. */
export const hostileEvent: fc.Arbitrary<WebhookBody> = fc
  .record({
    type: fc.constantFrom(...EVENT_TYPES),
    project: hostileText,
    branch: fc.option(hostileText),
    name: fc.option(hostileText),
    commit: fc.option(hostileText),
    framework: hostileText,
    summary: hostileText,
    message: hostileText,
    classification: fc.option(fc.constantFrom(...CLASSIFICATIONS)),
    needsHuman: fc.boolean(),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    testCount: fc.nat(),
    number: fc.nat(),
    durationMs: fc.nat(),
    tests: fc.array(
      fc.record({
        testId: fc.constant('5d41402abc4b2a76b9719d911017c592'),
        title: hostileText,
        file: hostileText,
      }),
      { maxLength: 100 },
    ),
  })
  .map(({ type, ...fields }) => eventWith(type, fields));

/** An event whose every text is this one. A test event names 100 tests. */
export function eventOfText(type: EventType, text: string): WebhookBody {
  const test = { testId: '5d41402abc4b2a76b9719d911017c592', title: text, file: text };
  return eventWith(type, {
    project: text,
    branch: text,
    name: text,
    commit: text,
    framework: text,
    summary: text,
    message: text,
    tests: Array.from({ length: 100 }, () => test),
    testCount: 100_000,
  });
}

/** The example of an event with other values. Fields that the event does not have are left out. */
export function eventWith(type: EventType, fields: Record<string, unknown>): WebhookBody {
  const { data } = EVENT_EXAMPLES[type];
  const own = Object.entries(fields).filter(([name]) => name in data);
  const timestamp = '2026-03-01T10:00:00.000Z';
  return { type, timestamp, data: { ...data, ...Object.fromEntries(own) } } as WebhookBody;
}
