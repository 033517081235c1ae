import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatCount } from '../../../format/count.ts';
import { buildGateQuery } from '../../../components/gate/gate-query.ts';
import { GATE_WORDS, describeGate } from '../../../components/gate/gate-sentence.ts';

/**
 * The gate's answer in one line below the execution's own. An execution that passed shows it only if the gate disagrees;
 * for all others the line has its place from the beginning, because the gate answers later than the page.
 */
export function GateLine({ summary: { execution } }: { summary: ExecutionSummary }) {
  const { data, isError } = useQuery(buildGateQuery(execution.id));
  const { tab } = useSearch({ from: '/frame/executions/$executionId' });
  const isQuiet = execution.status === 'passed' && (data === undefined || data.verdict === 'pass');
  if (isQuiet) return null;
  if (data === undefined) {
    return (
      <p className="gate-line dim">{isError ? 'The gate did not answer.' : 'Asking the gate …'}</p>
    );
  }
  const { word, glyph } = GATE_WORDS[data.verdict];
  return (
    <p className="gate-line">
      <StatusGlyph status={glyph} size={14} label={null} />
      <span>
        <span className="strong">{word}.</span> {describeGate(data)}{' '}
        {data.expiring.length > 0 &&
          `${formatCount(data.expiring.length, 'quarantine')} ${data.expiring.length === 1 ? 'ends' : 'end'} within 3 days. `}
        {tab !== 'gate' && (
          <Link
            className="link nowrap"
            to="/executions/$executionId"
            params={{ executionId: execution.id }}
            search={{ tab: 'gate' }}
            resetScroll={false}
          >
            Show why
          </Link>
        )}
      </span>
    </p>
  );
}
