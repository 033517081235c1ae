import type { GateSettings } from '@svc/contract/gate/gate';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { usePermissions } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** What the gate excuses in all projects beside the quarantine. */
export function GateSection() {
  const settings = useQuery(trpc.settings.gate.queryOptions({}));
  return (
    <>
      <PageHead title="Gate">
        The gate answers whether an execution is good enough to merge.{' '}
        <Link className="link" to="/quarantine">
          Quarantine
        </Link>{' '}
        excuses known failures of a test until a date.
      </PageHead>
      <Panel title="Known flakes">
        <Loaded query={settings} what="The settings" skeleton={<SkeletonRows rows={1} />}>
          {(loaded) => <KnownFlakes settings={loaded} />}
        </Loaded>
      </Panel>
      <Panel title="Never excused">
        <p className="pad mid">
          Errors of the run, files that failed to load, interrupted executions, missing shards, and
          a mass failure: at least 20 tests ran and 20 % of them failed.
        </p>
      </Panel>
    </>
  );
}

function KnownFlakes({ settings: { excuseKnownFlakes } }: { settings: GateSettings }) {
  const id = useId();
  const { adminsOnly } = usePermissions();
  // What was clicked, until the server has answered.
  const [clicked, setClicked] = useState<boolean | null>(null);
  const change = useMutation(
    trpc.settings.setGate.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(trpc.settings.gate.queryKey({}), saved);
        void queryClient.invalidateQueries({ queryKey: trpc.gate.pathKey() });
      },
      onSettled: () => setClicked(null),
    }),
  );
  return (
    <div className="pad stack tight settings-form">
      <div className="choice">
        <input
          id={id}
          type="checkbox"
          checked={clicked ?? excuseKnownFlakes}
          disabled={adminsOnly !== undefined || change.isPending}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            setClicked(target.checked);
            change.mutate({ excuseKnownFlakes: target.checked });
          }}
        />
        <div>
          <label htmlFor={id} className="strong">
            Excuse known flakes
          </label>
          <span className="help" id={`${id}-help`}>
            The gate also lets a failure pass when its verdict is KNOWN_FLAKE with a confidence of
            90 % or more. It stays red. A verdict can be wrong: a real bug may pass.
          </span>
        </div>
      </div>
      {adminsOnly !== undefined && <p className="sub">{adminsOnly}</p>}
      <p className="sub" role="status">
        {change.isSuccess && 'Saved.'}
      </p>
      {change.error !== null && (
        <Problem error={change.error} title="The setting could not be saved." />
      )}
    </div>
  );
}
