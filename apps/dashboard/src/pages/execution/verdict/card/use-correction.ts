import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Classification } from '@svc/contract/executions/outcomes';
import { useMutation } from '@tanstack/react-query';
import { buildAnalysisKey } from '../../../../components/verdicts/analysis-query.ts';
import { invalidateShownClasses } from '../../../../components/verdicts/shown-classes.ts';
import { queryClient } from '../../../../server/query-client.ts';
import { trpc } from '../../../../server/trpc.ts';

/** Corrects the class of a failure, and of those with its fingerprint. The page shows it as soon as it is stored. */
export function useCorrection(analysis: Analysis, { fingerprint }: FailureVerdict) {
  const { mutate, error, isPending } = useMutation(
    trpc.analyses.feedback.mutationOptions({
      onSuccess: async ({ fingerprints, ...correctedBy }) => {
        const queryKey = buildAnalysisKey(analysis.executionId ?? '');
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
        invalidateShownClasses();
      },
    }),
  );
  return {
    correct: (classification: Classification) => {
      if (!isPending) mutate({ id: analysis.id, classification, fingerprint });
    },
    error,
    isPending,
  };
}
