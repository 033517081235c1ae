import { CommandError } from '../../errors/exit.ts';
import { isoMoment } from '../../flags/date-or-time.ts';

const UNIT_MS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * `14d`, `2w` or `12h` from now, or a date (its first moment, UTC) or date-time with a zone, as ISO.
 * @throws CommandError for any other text. The server refuses times that are over, or more than 90 days ahead.
 */
export function expiryOf(text: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== undefined) return new Date(now.getTime() + Number(count) * unitMs).toISOString();
  const moment = isoMoment(text);
  if (moment !== undefined) return moment;
  throw new CommandError(
    `--expires '${text}' is neither a date nor a duration`,
    'write --expires 14d, --expires 2026-12-24 or --expires 2026-12-24T18:00Z',
  );
}
