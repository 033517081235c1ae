import type { DeliveryDetail } from '@svc/contract/webhooks/deliveries';
import { StatusGlyph, STATUS_TONES } from '../../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../../components/text/time.tsx';
import { formatDuration } from '../../../../format/duration.ts';
import { describeAttemptAnswer } from './delivery-words.ts';

interface AttemptListProps {
  attempts: DeliveryDetail['attempts'];
  /** The number of the attempt that is shown. */
  shown: number;
  onShow: (number: number) => void;
}

/** The attempts of a delivery with their answers, the newest first. A click shows one of them. */
export function AttemptList({ attempts, shown, onShow }: AttemptListProps) {
  return (
    <ol className="attempts" aria-label="Attempts" reversed>
      {attempts.toReversed().map((attempt) => {
        const { number, durationMs, at } = attempt;
        const { glyph, words } = describeAttemptAnswer(attempt);
        return (
          <li key={number}>
            <button type="button" aria-pressed={number === shown} onClick={() => onShow(number)}>
              <span className="dim">
                <span className="sr">Attempt </span>
                {number}
              </span>
              <span className={`st ${STATUS_TONES[glyph]}`}>
                <StatusGlyph status={glyph} size={14} label={null} />
                {words}
              </span>
              <span className="mid tnum">{formatDuration(durationMs)}</span>
              <span className="dim">
                <TimeAgo at={at} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
