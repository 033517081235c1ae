import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import type { Gate } from '@svc/contract/gate/gate';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QuarantineForm } from '../../../components/quarantine/quarantine-form.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { useRowKeys } from '../../../keyboard/use-row-keys.ts';
import { BlockingPanel, type Quarantinable } from './blocking-panel.tsx';
import { ExcusedPanel } from './excused-panel.tsx';
import { buildGateQuery } from '../../../components/gate/gate-query.ts';
import { GATE_WORDS, describeGate } from '../../../components/gate/gate-sentence.ts';
import { GrowingList } from './growing-list.tsx';

/** Whether the execution may count as good enough to merge: what blocks, what is excused and why. */
export function GateTab({ summary: { execution } }: { summary: ExecutionSummary }) {
  useRowKeys();
  const gate = useQuery(buildGateQuery(execution.id));
  // Not in the item: a newer answer may not have it any more, and what was typed stays until its user closes the form.
  const [chosen, setChosen] = useState<Quarantinable | null>(null);
  return (
    <>
      <Loaded
        query={gate}
        what="The gate's answer"
        skeleton={
          <section className="panel">
            <SkeletonRows rows={4} />
          </section>
        }
      >
        {(answer) => (
          <div className="stack">
            <section className="panel" aria-label="The gate">
              <GateAnswer answer={answer} />
              {answer.expiring.length > 0 && <ExpiringEntries entries={answer.expiring} />}
            </section>
            {answer.blocking.length > 0 && (
              <BlockingPanel executionId={execution.id} answer={answer} onQuarantine={setChosen} />
            )}
            {answer.excused.length > 0 && (
              <ExcusedPanel executionId={execution.id} answer={answer} />
            )}
          </div>
        )}
      </Loaded>
      {chosen !== null && (
        <QuarantineForm {...chosen} entry={null} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

function GateAnswer({ answer }: { answer: Gate }) {
  const { word, glyph } = GATE_WORDS[answer.verdict];
  return (
    <div className="pad gate-answer">
      <StatusGlyph status={glyph} size={26} label={null} />
      <div className="grow">
        <h2>{word}</h2>
        <p className="mid">{describeGate(answer)}</p>
        <p className="sub">
          This answer uses the quarantine as it is now. Lists of executions show what was excused
          when the execution finished. An excused failure stays red.{' '}
          {answer.excusesKnownFlakes
            ? 'Known flakes are excused, too, if their verdict is at least 90 % sure.'
            : 'Known flakes are not excused.'}{' '}
          {answer.blocksOnlyNew && 'Failures that the default branch has, too, do not block. '}
          <Link className="link" to="/settings/{-$section}" params={{ section: 'gate' }}>
            Gate settings
          </Link>
        </p>
      </div>
    </div>
  );
}

function ExpiringEntries({ entries }: { entries: Gate['expiring'] }) {
  return (
    <GrowingList items={entries} className="pad stack tight gate-expiring" label="Ends soon">
      {({ quarantineId, title, expiresAt }) => (
        <li key={quarantineId} className="row">
          <StatusGlyph status="interrupted" size={14} label={null} />
          <span className="wrap-anywhere">
            The quarantine of{' '}
            <Link className="link" to="/quarantine/$quarantineId" params={{ quarantineId }}>
              <bdi>{title}</bdi>
            </Link>{' '}
            ends <TimeAgo at={expiresAt} />. Then these failures block.
          </span>
        </li>
      )}
    </GrowingList>
  );
}
