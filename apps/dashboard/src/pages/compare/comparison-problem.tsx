import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { Explanation } from './explain-comparison.ts';

/** Why the two executions cannot be compared. */
export function ComparisonProblem({
  explanation: { title, detail, mayPass },
  onRetry,
}: {
  explanation: Explanation;
  onRetry: () => void;
}) {
  return (
    <div className={mayPass ? 'note' : 'note warn'} role="alert">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <div className="grow">
        <b className="strong">{title}</b>
        <bdi className="mid own-line wrap-anywhere">{detail.slice(0, 600)}</bdi>
      </div>
      {mayPass && (
        <button className="btn sm" type="button" onClick={onRetry}>
          <IconRefresh size={14} stroke={1.5} aria-hidden /> Look again
        </button>
      )}
    </div>
  );
}
