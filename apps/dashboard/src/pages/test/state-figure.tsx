import type { Outcome, TestState } from '@svc/contract/executions/outcomes';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import type { Recovery } from './recovery.ts';
import { stateWord } from './test-sentence.ts';

interface StateFigureProps {
  state: TestState;
  newest: Outcome | undefined;
  recovery: Recovery | null;
}

/** The state of a test and what is left until it is healthy again. */
export function StateFigure({ state, newest, recovery }: StateFigureProps) {
  const { word, tone } = stateWord(state, newest);
  return (
    <div className="fig">
      <div className="lab">
        <FormulaLabel
          name="State"
          definition="read/definitions#state"
          formula="flaky = 2 flaky runs on 2 commits in 14 days, rate ≥ 1 %"
          caveat="It ends after 3 / rate clean runs, at least 10 and at most 150. Time alone does not end it. Computed here from the runs on this page."
        >
          State
        </FormulaLabel>
      </div>
      <div className={`val state ${tone}`}>{word}</div>
      {recovery !== null && (
        <>
          <div className="sub">
            ends after {recovery.needed} clean runs, {recovery.clean} so far
          </div>
          <div
            className="bar recovery"
            role="img"
            aria-label={`${recovery.clean} of ${recovery.needed} clean runs`}
          >
            <i style={{ width: `${(recovery.clean / recovery.needed) * 100}%` }} />
          </div>
        </>
      )}
      {state === 'broken' && (
        <div className="sub">3 failures in a row, or 6 of the last 10 runs</div>
      )}
      {state === 'unknown' && <div className="sub">needs 5 runs</div>}
    </div>
  );
}
