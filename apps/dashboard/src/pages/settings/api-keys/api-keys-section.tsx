import type { ListedApiKey } from '@svc/contract/people/api-keys';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Segments } from '../../../components/filters/segments.tsx';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { trpc } from '../../../server/trpc.ts';
import { usePermissions } from '../../../server/account.ts';
import { KeyTable, type KeyTableProps } from './key-table.tsx';
import { lazyPart } from '../../../server/load-code.ts';
import { GuardedButton } from '../guarded-button.tsx';

const CreateKeyDialog = lazyPart(() => import('./create-key-dialog.tsx'), 'CreateKeyDialog');
const RevokeKeyDialog = lazyPart(() => import('./revoke-key-dialog.tsx'), 'RevokeKeyDialog');

/** The organization's API keys. */
export function ApiKeysSection() {
  const keys = useQuery(trpc.apiKeys.list.queryOptions({}));
  const { adminsOnly } = usePermissions();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ListedApiKey | null>(null);
  const create = (
    <GuardedButton refusal={adminsOnly} className="btn primary" onClick={() => setCreating(true)}>
      Create key
    </GuardedButton>
  );
  return (
    <>
      <PageHead title="API keys" action={create}>
        Reporters, the command line and the action send executions with a key of this organization.
        {adminsOnly !== undefined && ' Admins and owners create and revoke them.'}
      </PageHead>
      <Loaded query={keys} what="The keys" skeleton={<SkeletonRows />}>
        {({ items }) => <KeyList keys={items} onRevoke={setRevoked} adminsOnly={adminsOnly} />}
      </Loaded>
      <Suspense fallback={null}>
        {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
        {revoked !== null && <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
      </Suspense>
    </>
  );
}

/** The active keys, or all. */
function KeyList({ keys, onRevoke, adminsOnly }: KeyTableProps) {
  const [shown, setShown] = useState<'active' | 'all'>('active');
  const active = keys.filter(({ status }) => status === 'active');
  const listed = shown === 'active' ? active : keys;
  return (
    <>
      <div className="filters">
        <Segments
          label="Status"
          value={shown}
          onChange={setShown}
          segments={[
            { value: 'active', label: 'Active', count: active.length },
            { value: 'all', label: 'All', count: keys.length },
          ]}
        />
      </div>
      <section className="panel" aria-label="Keys">
        {listed.length === 0 ? (
          <Empty title={keys.length === 0 ? 'There is no key yet' : 'No key is active'}>
            Without a key, no execution can be sent.
          </Empty>
        ) : (
          <KeyTable keys={listed} onRevoke={onRevoke} adminsOnly={adminsOnly} />
        )}
      </section>
    </>
  );
}
