interface UsageBarProps {
  label: string;
  used: number;
  /** Null: no limit. */
  limit: number | null;
  format: (amount: number) => string;
}

// From here on the bar warns.
const NEARLY_FULL = 0.9;

/** How much of a quota is used; without a quota only how much there is. */
export function UsageBar({ label, used, limit, format }: UsageBarProps) {
  const share = limit === null ? null : Math.min(1, used / Math.max(limit, 1));
  const tone = share === null || share < NEARLY_FULL ? 'ink' : share < 1 ? 'warn' : 'fail';
  return (
    <div className="usage">
      <div className="row">
        <span className="strong">{label}</span>
        <span className="push mid tnum">
          {format(used)}
          {limit === null ? ', without a limit' : ` of ${format(limit)}`}
        </span>
      </div>
      {share !== null && (
        <div className="bar" aria-hidden="true">
          <i className={`usage-${tone}`} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {share === 1 && (
        <p className="t-fail">
          The quota is used up: the server refuses further uploads. Delete projects, keep results
          for fewer days, or ask the operator of the server for a larger quota.
        </p>
      )}
    </div>
  );
}
