import type { Signal } from './signal.ts';
import { flakeSignals } from './signals/flake-signals.ts';
import { healableSignals } from './signals/healable-signals.ts';
import { historySignals } from './signals/history-signals.ts';
import { infraSignals } from './signals/infra-signals.ts';
import { realBugSignals } from './signals/real-bug-signals.ts';

/** All signals that can support a class or be against it, in the order of the weights. */
export const SIGNALS: readonly Signal[] = [
  ...infraSignals,
  ...healableSignals,
  ...realBugSignals,
  ...flakeSignals,
  ...historySignals,
];
