import { EVENT_TEXT_BYTES } from '@svc/contract/webhooks/events';
import { expect, it } from 'vitest';
import { cutEventText } from './cut-event-text.ts';

const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

it('keeps a text of 256 bytes', () => {
  const text = 'x'.repeat(EVENT_TEXT_BYTES);
  expect(cutEventText(text)).toBe(text);
});

it.each(['x', 'ä', '試', '🎭', '"', '\u0001'])(
  'cuts a long text of %j between characters, within 256 bytes of JSON',
  (character) => {
    const cut = cutEventText(`a${character.repeat(300)}`);
    expect(cut).toMatch(/^a.*…$/su);
    expect(cut.isWellFormed()).toBe(true);
    expect(bytes(cut)).toBeLessThanOrEqual(EVENT_TEXT_BYTES);
    expect(bytes(cut)).toBeGreaterThan(EVENT_TEXT_BYTES - 12);
  },
);
