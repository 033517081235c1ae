import type { RetentionAnswer } from '@svc/contract/settings';
import { formatBytes, formatCount } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';

/** What a sweep deletes. */
export function SweepList({ sweep }: { sweep: RetentionAnswer['nextSweep'] }) {
  const { results, artifacts, rollUps } = sweep;
  const parts = [
    {
      count: results.count,
      text: `the results of ${formatAmount(results, 'execution')} (${formatCount(results.results, 'result')})`,
      oldestAt: results.oldestAt,
    },
    {
      count: artifacts.count,
      text: `${formatAmount(artifacts, 'file')} (${formatBytes(artifacts.bytes)})`,
      oldestAt: artifacts.oldestAt,
    },
    {
      count: rollUps.count,
      text: `${formatAmount(rollUps, 'execution')} with all that is known of them`,
      oldestAt: rollUps.oldestAt,
    },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return <p className="mid">It deletes nothing.</p>;
  return (
    <ul className="stack tight">
      {parts.map(({ text, oldestAt }) => (
        <li key={text}>
          It deletes {text}
          {oldestAt !== null && (
            <span className="dim">, the oldest of {formatDate(new Date(oldestAt))}</span>
          )}
          .
        </li>
      ))}
    </ul>
  );
}

function formatAmount({ count, isMore }: { count: number; isMore: boolean }, noun: string): string {
  return `${isMore ? 'more than ' : ''}${formatCount(count, noun)}`;
}
