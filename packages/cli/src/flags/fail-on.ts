import type { Answer } from '../terminal/answer.ts';

/** How much of a condition an answer holds, and the same in words. */
export type Held = readonly [count: number, text: string];

/** The exit status and the reasons of an answer that holds what `--fail-on` names; nothing otherwise. */
export function evaluateFailOn<Condition extends string>(
  failOn: readonly Condition[] = [],
  held: Record<Condition, Held>,
): Pick<Answer, 'exitStatus' | 'reasons'> {
  const reasons = [...new Set(failOn)].flatMap((condition) => {
    const [count, text] = held[condition];
    return count > 0 ? [`--fail-on ${condition}: ${text}`] : [];
  });
  return reasons.length === 0 ? {} : { exitStatus: 1, reasons };
}

/** `2 failed tests, 1 interrupted test`, without those that there are none of. */
export function mergeHeld(parts: readonly Held[]): Held {
  const some = parts.filter(([count]) => count > 0);
  const count = some.reduce((sum, [each]) => sum + each, 0);
  return [count, some.map(([, text]) => text).join(', ')];
}
