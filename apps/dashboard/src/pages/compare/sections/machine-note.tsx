import type { Comparison } from '@svc/contract/executions/compare';
import { FormulaLabel } from '../../../components/figures/formula-label.tsx';
import { describeMachine } from '../compare-sentence.ts';

/** How much slower or faster the head's machine was, and which tests the section lists because of it. */
export function MachineNote({ summary }: Pick<Comparison, 'summary'>) {
  const words = describeMachine(summary);
  if (words === null) return null;
  return (
    <p className="sub machine-note">
      <FormulaLabel
        name="The head’s machine"
        definition="read/definitions#slower-and-faster"
        formula="median(head ÷ base) of all tests that passed in both"
        caveat="Without tests below 5 ms, and only with ten tests or more. A change that all tests share, of the machine or of shared code, is reported here once and not for each test."
      >
        {words.machine}
      </FormulaLabel>
      . {words.tests}
    </p>
  );
}
