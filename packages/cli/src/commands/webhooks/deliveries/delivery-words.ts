import type { Delivery } from '@svc/contract/webhooks/deliveries';
import type { Colors, Look } from '../../../terminal/look.ts';
import { toTerminalLine, makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { formatDuration } from '@svc/contract/zod-free/amounts';
import { formatRemainingTime } from '@svc/analysis/text/times';

/** `✓ delivered`, `✗ failed`, `◌ pending`. Without colours; `paintDelivery` adds them. */
export function formatDeliveryStatus(
  { status }: Pick<Delivery, 'status'>,
  { glyphs }: Pick<Look, 'glyphs'>,
): string {
  const signs = { delivered: glyphs.passed, failed: glyphs.failed, pending: glyphs.running };
  return `${signs[status]} ${status}`;
}

export function paintDelivery(
  { status }: Pick<Delivery, 'status'>,
  colors: Colors,
): (text: string) => string {
  const colorOf = { delivered: 'green', failed: 'red', pending: 'yellow' } as const;
  return colors[colorOf[status]];
}

/** `in 4 min`, or `now` once the time has come. */
export function formatUntil(iso: string, now: Date): string {
  const remaining = formatRemainingTime(iso, now);
  return remaining === 'now' ? remaining : `in ${remaining}`;
}

type Outcome = Pick<Delivery, 'responseStatus' | 'error' | 'durationMs'>;

/** `204 in 143 ms`, or why there was no answer. */
export function formatOutcome({ responseStatus, error, durationMs }: Outcome): string {
  const time = durationMs === null ? '' : ` in ${formatDuration(durationMs)}`;
  if (responseStatus !== null) return `${responseStatus}${time}`;
  return error === null ? 'no answer' : toTerminalLine(error).replace(/\.$/, '');
}

/**
 * A copy whose texts are safe for a terminal, except for the bodies: a view reads their JSON first and makes them safe
 * itself.
 */
export function makeDeliverySafe<Some extends Delivery>(delivery: Some): Some {
  const { request, response } = delivery;
  const safe = makeTerminalSafe(delivery);
  return {
    ...safe,
    request: { ...safe.request, body: request.body },
    response: safe.response === null ? null : { ...safe.response, body: response?.body ?? '' },
  };
}
