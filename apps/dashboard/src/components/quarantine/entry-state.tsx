import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { StatusGlyph } from '../status/status-glyph.tsx';
import { describeEntryState } from './entry-words.ts';

/** Whether an entry excuses failures now, and whether it ends soon. */
export function EntryState({ entry, now }: { entry: QuarantineEntry; now: Date }) {
  const { glyph, words, tone } = describeEntryState(entry, now);
  return (
    <span className={`chip ${tone}`}>
      {glyph !== null && <StatusGlyph status={glyph} size={12} label={null} />}
      {words}
    </span>
  );
}
