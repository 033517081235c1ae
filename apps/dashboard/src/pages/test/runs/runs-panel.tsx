import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Segments } from '../../../components/filters/segments.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { MoreRows, type PagedList } from '../../../components/lists/more-rows.tsx';
import { RunTable } from './run-table.tsx';
import { isEvent, type RunOfTest } from './test-runs.ts';

interface RunsPanelProps {
  runs: readonly RunOfTest[];
  /** The active entries of the test in the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
  show: 'all' | undefined;
  onShow: (show: 'all' | undefined) => void;
  list: PagedList;
}

/** The executions behind the figures of a test. */
export function RunsPanel({ runs, entries, show, onShow, list }: RunsPanelProps) {
  const events = runs.filter(isEvent);
  const shown = show === 'all' ? runs : events;
  return (
    <Panel
      title={show === 'all' ? 'All its runs' : 'Runs that failed or were flaky'}
      meta="these make the figures above"
      aside={
        <Segments
          label="Which runs"
          value={show}
          onChange={onShow}
          segments={[
            { value: undefined, label: 'Failed or flaky' },
            { value: 'all', label: 'All' },
          ]}
        />
      }
    >
      {shown.length === 0 ? (
        <p className="pad mid">
          {runs.length === 0
            ? 'It did not run in this window.'
            : `None of the ${runs.length} newest runs failed or was flaky.`}
        </p>
      ) : (
        <RunTable runs={shown} entries={entries} />
      )}
      <MoreRows shown={shown.length} list={list} moreLabel="Read 50 earlier runs" />
    </Panel>
  );
}
