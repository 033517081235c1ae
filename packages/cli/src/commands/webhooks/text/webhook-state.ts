import type { Classification } from '@svc/contract/executions/outcomes';
import type { Webhook } from '@svc/contract/webhooks/webhooks';
import type { Colors, Look } from '../../../terminal/look.ts';
import { formatRelativeTime } from '@svc/analysis/text/times';

type State = 'active' | 'failing' | 'paused' | 'off';

/** The state as symbol and word: `✓ active`. Without colours; `paintState` adds them. */
export function formatState(webhook: Webhook, { glyphs }: Pick<Look, 'glyphs'>): string {
  const texts: Record<State, string> = {
    active: `${glyphs.passed} active`,
    failing: '! failing',
    paused: `${glyphs.failed} off`,
    off: `${glyphs.skipped} off`,
  };
  return texts[deriveState(webhook)];
}

export function paintState(webhook: Webhook, colors: Colors): (text: string) => string {
  const colorOf = { active: 'green', failing: 'yellow', paused: 'red', off: 'dim' } as const;
  return colors[colorOf[deriveState(webhook)]];
}

/** Why the webhook is failing, or why the server turned it off; undefined for any other state. */
export function explainState(webhook: Webhook, now: Date): string | undefined {
  const { consecutiveFailures: failures, pauseReason, pausedAt } = webhook;
  const state = deriveState(webhook);
  if (state === 'failing')
    return failures === 1 ? 'the last attempt failed' : `${failures} attempts in a row failed`;
  if (state !== 'paused') return undefined;
  const what = pausedAt === null ? 'turned off' : `turned off ${formatRelativeTime(pausedAt, now)}`;
  return pauseReason === 'gone'
    ? `${what}: the receiver answered 410 (gone)`
    : `${what}: nothing arrived for 5 days`;
}

/** `last attempt 204, 2 min ago`. */
export function formatLastAttempt({ lastDelivery }: Webhook, now: Date): string {
  if (lastDelivery === null) return 'nothing sent yet';
  const { at, responseStatus } = lastDelivery;
  return `last attempt ${responseStatus ?? 'without answer'}, ${formatRelativeTime(at, now)}`;
}

function deriveState({ active, pauseReason, consecutiveFailures }: Webhook): State {
  if (!active) return pauseReason === null ? 'off' : 'paused';
  return consecutiveFailures > 0 ? 'failing' : 'active';
}

/** Which classes pass a filter: `REAL_BUG only`, `INFRA or more severe`. */
export function formatSeverity(minSeverity: Classification): string {
  return minSeverity === 'REAL_BUG' ? 'REAL_BUG only' : `${minSeverity} or more severe`;
}
