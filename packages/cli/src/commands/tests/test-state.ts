import type { TestState } from '@svc/contract/executions/outcomes';
import type { TestSummary } from '@svc/contract/history/tests';
import type { Colors, Look } from '../../terminal/look.ts';
import { paintStatus, statusText, type ShownStatus } from '../../terminal/status.ts';

/** The last outcome of a test, as far as an answer has it. */
type Ended = Pick<TestSummary, 'recent'> & { lastStatus: TestSummary['lastStatus'] | null };

/** The newest outcome as symbol and word, `✗ failed`. Without colours, so that it can be measured. */
export function formatLastOutcome(test: Ended, look: Pick<Look, 'glyphs'>): string {
  const outcome = pickLastOutcome(test);
  return outcome === null ? `${look.glyphs.skipped} no runs` : statusText(outcome, look);
}

export function paintLastOutcome(test: Ended, colors: Colors): (text: string) => string {
  const outcome = pickLastOutcome(test);
  return outcome === null ? colors.dim : paintStatus(outcome, colors);
}

function pickLastOutcome({ recent, lastStatus }: Ended): ShownStatus | null {
  return recent.at(-1)?.outcome ?? lastStatus;
}

/** The flakiness of a test, in words that do not mention its last outcome. */
export const STATE_TEXTS: Record<TestState, string> = {
  unknown: 'not enough runs',
  healthy: 'not flaky',
  suspected: 'suspected to be flaky',
  flaky: 'flaky',
  recovering: 'recovering from flakiness',
  broken: 'broken',
};

export function paintState(state: TestState, colors: Colors): (text: string) => string {
  return colors[COLOR_OF[state]];
}

// Green is only for a newest run that passed.
const COLOR_OF = {
  unknown: 'dim',
  healthy: 'dim',
  suspected: 'yellow',
  flaky: 'yellow',
  recovering: 'cyan',
  broken: 'red',
} as const satisfies Record<TestState, keyof Colors>;
