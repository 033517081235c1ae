import type { TestState } from '@svc/contract/outcomes';
import type { Glyphs } from '../format/glyphs.ts';
import type { Colors, Look } from '../format/look.ts';

/** A test's state as sign and word: `± flaky`. Plain, so that it can be measured. */
export function stateText(state: TestState, { glyphs }: { glyphs: Glyphs }): string {
  return `${glyphs[SIGN_OF[state]]} ${state}`;
}

export function paintState(state: TestState, colors: Colors): (text: string) => string {
  return colors[COLOR_OF[state]];
}

const SIGN_OF = {
  healthy: 'passed',
  suspected: 'flaky',
  flaky: 'flaky',
  recovering: 'passed',
  broken: 'failed',
} as const satisfies Record<TestState, keyof Look['glyphs']>;

const COLOR_OF = {
  healthy: 'green',
  suspected: 'yellow',
  flaky: 'yellow',
  recovering: 'cyan',
  broken: 'red',
} as const satisfies Record<TestState, keyof Colors>;
