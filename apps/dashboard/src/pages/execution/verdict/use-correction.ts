import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { useMutation } from '@tanstack/react-query';
import { analysisKey } from '../../../components/verdicts/analysis-query.ts';
import { useAccount } from '../../../server/account.ts';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

// Answers that have the class of each fingerprint.
const SHOWING_CLASSES = [
  trpc.failures.pathKey(),
  trpc.attention.pathKey(),
  trpc.overview.pathKey(),
  trpc.compare.pathKey(),
  trpc.tests.pathKey(),
  trpc.analyses.failures.pathKey(),
  trpc.analyses.list.pathKey(),
];

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
        for (const showing of SHOWING_CLASSES) {
          void queryClient.invalidateQueries({ queryKey: showing });
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
