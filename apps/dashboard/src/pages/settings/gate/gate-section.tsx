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

/** What the gate lets pass in all projects beside the quarantine. */
export function GateSection() {
  const { adminsOnly } = usePermissions();
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
      <Panel title="What passes, too">
        <Loaded query={settings} what="The settings" skeleton={<SkeletonRows rows={2} />}>
          {(loaded) => (
            <div className="pad stack tight settings-form">
              {CHOICES.map((choice) => (
                <GateChoice key={choice.name} {...choice} isChosen={loaded[choice.name]} />
              ))}
              {adminsOnly !== undefined && <p className="sub">{adminsOnly}</p>}
            </div>
          )}
        </Loaded>
      </Panel>
      <Panel title="Never excused">
        <p className="pad mid">
          Errors of the run, files that failed to load, interrupted executions, missing parts, and a
          mass failure: at least 20 tests ran and 20 % of them failed.
        </p>
      </Panel>
    </>
  );
}

interface Choice {
  name: keyof GateSettings;
  label: string;
  help: string;
}

const CHOICES: readonly Choice[] = [
  {
    name: 'excuseKnownFlakes',
    label: 'Excuse known flakes',
    help: 'The gate also lets a failure pass when its verdict is KNOWN_FLAKE with a confidence of 90 % or more. It stays red. A verdict can be wrong: a real bug may pass.',
  },
  {
    name: 'blockOnlyNew',
    label: 'Block only what is new',
    help: 'The gate also lets a failure of a change pass when its test failed with the same errors on the default branch. It stays red. The default branch itself is judged as before.',
  },
];

function GateChoice({ name, label, help, isChosen }: Choice & { isChosen: boolean }) {
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
    <>
      <div className="choice">
        <input
          id={id}
          type="checkbox"
          checked={clicked ?? isChosen}
          disabled={adminsOnly !== undefined || change.isPending}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            setClicked(target.checked);
            change.mutate({ [name]: target.checked });
          }}
        />
        <div>
          <label htmlFor={id} className="strong">
            {label}
          </label>
          <span className="help" id={`${id}-help`}>
            {help}
          </span>
        </div>
      </div>
      <p className="sub" role="status">
        {change.isSuccess && 'Saved.'}
      </p>
      <Problem error={change.error} title="The setting could not be saved." />
    </>
  );
}
