import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../server/trpc.ts';
import {
  buildQuarantineChange,
  toQuarantineInput,
  type QuarantineDraft,
} from './quarantine-draft.ts';
import { reloadQuarantine } from './quarantine-queries.ts';

/**
 * Adds an entry, which is then `created`, or changes one and calls `onChanged`. Whoever shows what was created reloads
 * the page afterwards: the button of the dialog may be gone then, and the dialog with it.
 */
export function useSaveEntry(entry: QuarantineEntry | null, onChanged: () => void) {
  const add = useMutation(trpc.quarantine.add.mutationOptions());
  const edit = useMutation(
    trpc.quarantine.edit.mutationOptions({
      onSuccess: async () => {
        await reloadQuarantine();
        onChanged();
      },
    }),
  );
  return {
    save: (
      draft: QuarantineDraft,
      chosen: { testId: string; fingerprints: 'any' | readonly string[] },
    ) =>
      entry === null
        ? add.mutate(toQuarantineInput(draft, chosen))
        : edit.mutate(buildQuarantineChange(draft, entry)),
    created: add.data ?? null,
    isPending: add.isPending || edit.isPending,
    error: add.error ?? edit.error,
  };
}
