import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { formatBytes, formatNumber, formatCount } from '../../../format/count.ts';
import { trpc } from '../../../server/trpc.ts';
import { RetentionForm } from './retention-form.tsx';
import { SweepList } from './sweep-list.tsx';
import { UsageBar } from './usage-bar.tsx';

/** How long data is kept, what the next sweep deletes, and how much is stored. */
export function RetentionSection() {
  const retention = useQuery(trpc.settings.retention.queryOptions({}));
  const usage = useQuery(trpc.settings.usage.queryOptions({}));
  return (
    <>
      <PageHead title="Retention and usage">
        Every hour the server deletes what is older. Rates and states outlive their results.
      </PageHead>
      <Panel title="Kept for">
        <Loaded query={retention} what="The settings" skeleton={<SkeletonRows rows={3} />}>
          {({ settings }) => <RetentionForm settings={settings} />}
        </Loaded>
      </Panel>
      <Panel title="The next sweep">
        <Loaded query={retention} what="The next sweep" skeleton={<SkeletonRows rows={1} />}>
          {({ nextSweep }) => (
            <div className="pad">
              <SweepList sweep={nextSweep} />
            </div>
          )}
        </Loaded>
      </Panel>
      <Panel title="Usage">
        <Loaded query={usage} what="The usage" skeleton={<SkeletonRows rows={2} />}>
          {({ results, artifactBytes }) => (
            <div className="pad stack">
              <UsageBar label="Results" format={formatNumber} {...results} />
              <UsageBar label="Files of tests" format={formatBytes} {...artifactBytes} />
            </div>
          )}
        </Loaded>
        <Loaded query={retention} what="The size" skeleton={null}>
          {({ stored }) => (
            <div className="more">
              {formatCount(stored.artifactFiles, 'file')}. The database of the whole server has{' '}
              {formatBytes(stored.databaseBytes)}.
            </div>
          )}
        </Loaded>
      </Panel>
    </>
  );
}
