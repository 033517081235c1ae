import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { formatKeyBounds } from '@svc/analysis/text/key-bounds';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { FormulaLabel } from '../../../components/figures/formula-label.tsx';
import { ActionHead } from '../../../components/lists/table-head.tsx';
import { TimeAgo, useMinute } from '../../../components/text/time.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatKeyHint } from '../../../format/identity.ts';
import { formatDate } from '../../../format/time.ts';
import { GuardedButton } from '../guarded-button.tsx';

// Time to replace a key before it stops working.
const EXPIRES_SOON_MS = 14 * 24 * 60 * 60 * 1_000;

export interface KeyTableProps {
  keys: readonly ListedApiKey[];
  onRevoke: (key: ListedApiKey) => void;
  /** Why the viewer may not revoke. */
  adminsOnly: string | undefined;
}

export function KeyTable({ keys, onRevoke, adminsOnly }: KeyTableProps) {
  return (
    <table className="cards">
      <thead>
        <tr>
          <th>Name</th>
          <th>Key</th>
          <th>May</th>
          <th>Status</th>
          <th className="n">Last used</th>
          <th className="n">Expires</th>
          <th className="n">
            <FormulaLabel
              alignRight
              name="Limit"
              definition="operate/limits-and-quotas#rate-limits"
              formula="reads / writes a minute"
              caveat="Counted per key in windows of 60 seconds. Uploads of one CI run count once, however many parts it has."
            >
              Limit
            </FormulaLabel>
          </th>
          <ActionHead name="Actions" />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={onRevoke} adminsOnly={adminsOnly} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({
  apiKey,
  onRevoke,
  adminsOnly,
}: Omit<KeyTableProps, 'keys'> & { apiKey: ListedApiKey }) {
  const { name, hint, scope, status, createdAt, createdBy, lastUsedAt, limits } = apiKey;
  const isOver = status !== 'active';
  const bounds = formatKeyBounds(apiKey);
  return (
    <tr className={isOver ? 'go over' : 'go'}>
      <td className="m1">
        <bdi className="ttl">{name}</bdi>
        <div className="sub">
          {formatDate(new Date(createdAt))} by {createdBy ?? 'the server'}
        </div>
        {bounds.length > 0 && <div className="sub">{bounds.join(', ')}</div>}
      </td>
      <td className="mono m3">{formatKeyHint(hint)}</td>
      <td className="m3 r">{scope === 'ingest' ? 'upload' : 'read and upload'}</td>
      <td className="m2 r">
        <KeyStatus status={status} />
      </td>
      <td className="n m4" data-l="used">
        {lastUsedAt === null ? <span className="dim">never</span> : <TimeAgo at={lastUsedAt} />}
      </td>
      <td className="n m5 r" data-l="expires">
        <Expiry apiKey={apiKey} />
      </td>
      <td className="n m5" data-l="limit">
        <Limit own={apiKey.readsPerMinute} effective={limits.readsPerMinute} /> /{' '}
        <Limit own={apiKey.writesPerMinute} effective={limits.writesPerMinute} />
      </td>
      <td className="fit m6 full">
        {!isOver && (
          <GuardedButton
            refusal={adminsOnly}
            className="btn sm"
            aria-label={`Revoke ${name}`}
            onClick={() => onRevoke(apiKey)}
          >
            Revoke
          </GuardedButton>
        )}
      </td>
    </tr>
  );
}

function KeyStatus({ status }: Pick<ListedApiKey, 'status'>) {
  const icon = { size: 14, stroke: 1.5, 'aria-hidden': true };
  const shape = {
    active: <IconCheck {...icon} />,
    expired: <IconClock {...icon} />,
    revoked: <IconX {...icon} />,
  }[status];
  const tone = { active: 't-pass', expired: 't-warn', revoked: 'dim' }[status];
  return (
    <span className={`st ${tone}`}>
      {shape}
      {status}
    </span>
  );
}

function Expiry({ apiKey: { expiresAt, status } }: { apiKey: ListedApiKey }) {
  const now = useMinute();
  if (expiresAt === null) return <span className="dim">never</span>;
  const isSoon =
    status === 'active' && new Date(expiresAt).getTime() - now.getTime() < EXPIRES_SOON_MS;
  return (
    <span className={isSoon ? 't-warn st' : 'st'}>
      {isSoon && <IconAlertTriangle size={14} stroke={1.5} aria-hidden />}
      <TimeAgo at={expiresAt} />
    </span>
  );
}

/** A limit of the key's own stands out from the server's default. */
function Limit({ own, effective }: { own: number | null; effective: number }) {
  const text = formatNumber(effective);
  return own === null ? <>{text}</> : <b className="strong">{text}</b>;
}
