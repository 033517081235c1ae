import pc from 'picocolors';
import { UNICODE_GLYPHS } from '../../src/terminal/glyphs.ts';
import type { Look } from '../../src/terminal/look.ts';

/** No colour, no links, and a clock that stands at 09:30 on 21 November 2026. */
export function plainLook(changes: Partial<Look> = {}): Look {
  return {
    columns: 80,
    colors: pc.createColors(false),
    glyphs: UNICODE_GLYPHS,
    link: (text) => text,
    now: new Date('2026-11-21T09:30:00.000Z'),
    quiet: false,
    ...changes,
  };
}
