import type { Execution } from '@svc/contract/executions/executions';
import { useState } from 'react';
import { useKey } from '../../keyboard/use-key.ts';

export type Pick = { id: string; number: number; project: string; startedAt: string };

/** The executions that are ticked to be compared: at most two, the older one first. */
export function useComparePicks() {
  const [picks, setPicks] = useState<readonly Pick[]>([]);
  // The checkbox of the row in which the focus is.
  useKey({ key: 'x' }, () => {
    const row = document.activeElement?.closest('tr');
    row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
  });
  return {
    picks: picks.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)),
    isPicked: (id: string) => picks.some((pick) => pick.id === id),
    clear: () => setPicks([]),
    toggle: ({ id, number, project, startedAt }: Execution) =>
      setPicks((current) =>
        current.some((pick) => pick.id === id)
          ? current.filter((pick) => pick.id !== id)
          : // A third one replaces the one that was ticked first.
            [...current.slice(-1), { id, number, project, startedAt }],
      ),
  };
}
