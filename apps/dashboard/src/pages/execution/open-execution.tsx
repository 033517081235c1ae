import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import { buildOfferedComparisons } from './head/comparisons.ts';
import { ExecutionHead } from './head/execution-head.tsx';
import { ExecutionTabs } from './head/execution-tabs.tsx';
import { ResultBrowser } from './result-browser.tsx';
import { lazyPart } from '../../server/load-code.ts';

const AllArtifacts = lazyPart(() => import('./artifacts/all-artifacts.tsx'), 'AllArtifacts');
const GateTab = lazyPart(() => import('./gate/gate-tab.tsx'), 'GateTab');

/** The page of an execution that was found. */
export function OpenExecution({ summary }: { summary: ExecutionSummary }) {
  const { tab = summary.first.tab } = useSearch({ from: '/frame/executions/$executionId' });
  const { execution } = summary;
  const [comparison] = buildOfferedComparisons(summary);
  const navigate = useNavigate();
  const router = useRouter();
  useKey({ key: 'c' }, () => {
    if (comparison !== undefined) void navigate({ to: '/compare', search: comparison.search });
  });
  useKey({ key: 'Escape' }, () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: '/executions' });
  });
  return (
    <div className="stack">
      <ExecutionHead summary={summary} />
      <ExecutionTabs summary={summary} tab={tab} />
      {tab === 'artifacts' || tab === 'gate' ? (
        <Suspense fallback={<SkeletonRows />}>
          {tab === 'gate' ? (
            <GateTab summary={summary} />
          ) : (
            <AllArtifacts execution={execution} count={summary.counts.artifacts} />
          )}
        </Suspense>
      ) : (
        // Another tab is another list, which begins at its top.
        <ResultBrowser key={tab} summary={summary} tab={tab} />
      )}
      <KeyHints hints={tab === 'gate' ? GATE_HINTS : HINTS} />
    </div>
  );
}

const HINTS = [
  { keys: ['j', 'k'], does: 'next, previous result' },
  { keys: ['1', '2', '3'], does: 'attempt' },
  { keys: ['v'], does: 'verdict' },
  { keys: ['o'], does: 'output' },
  { keys: ['y'], does: 'copy as Markdown' },
  { keys: ['q'], does: 'quarantine', isOfControl: true },
  { keys: ['c'], does: 'compare' },
  { keys: ['/'], does: 'filter' },
  { keys: ['esc'], does: 'back' },
];

const GATE_HINTS = [MOVE, OPEN, { keys: ['c'], does: 'compare' }, { keys: ['esc'], does: 'back' }];
