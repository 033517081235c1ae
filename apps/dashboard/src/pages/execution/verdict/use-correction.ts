import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { useMutation } from '@tanstack/react-query';
import { analysisKey } from '../../../components/verdicts/analysis-query.ts';
import { useAccount } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** Corrects the class of a failure, and of those with its fingerprint. The page shows it as soon as it is stored. */
export function useCorrection(analysis: Analysis, { fingerprint }: FailureVerdict) {
  const name = useAccount()?.user?.name ?? null;
  const { mutate, error, isPending, reset } = useMutation(
    trpc.analyses.feedback.mutationOptions({
      onSuccess: async ({ classification, fingerprints }) => {
        const correctedBy = { classification, by: name, at: new Date().toISOString() };
        const queryKey = analysisKey(analysis.executionId ?? '');
        // An answer that was asked for before would undo what is shown.
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData<Analysis | null>(
          queryKey,
          (shown) =>
            shown && {
              ...shown,
              failures: shown.failures.map((failure) =>
                fingerprints.includes(failure.fingerprint) ? { ...failure, correctedBy } : failure,
              ),
            },
        );
        // Their lists show the class of each fingerprint.
        for (const list of [trpc.failures, trpc.attention, trpc.overview]) {
          void queryClient.invalidateQueries({ queryKey: list.pathKey() });
        }
      },
    }),
  );
  return {
    correct: (classification: Classification) =>
      mutate({ id: analysis.id, classification, fingerprint }),
    error,
    isPending,
    reset,
  };
}
