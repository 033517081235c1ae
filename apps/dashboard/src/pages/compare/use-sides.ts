import { useQuery } from '@tanstack/react-query';
import type { CompareSearch } from '../../search/page-search.ts';
import { buildCandidatesQuery, type Sides } from './compare-queries.ts';
import { chooseDefaultSides } from './default-sides.ts';

/** The sides of the comparison. `sides` is null while they are looked for, or where there are no two executions. */
export function useSides({ base, head, project }: CompareSearch): {
  sides: Sides | null;
  candidates: ReturnType<typeof useCandidates> | null;
} {
  const isNamed = base !== undefined && head !== undefined;
  const candidates = useCandidates(project, !isNamed);
  if (isNamed) return { sides: { base, head }, candidates: null };
  return {
    sides:
      candidates.data === undefined
        ? null
        : chooseDefaultSides({ base, head }, candidates.data.items),
    candidates,
  };
}

function useCandidates(project: string | undefined, enabled: boolean) {
  return useQuery({ ...buildCandidatesQuery(project), enabled });
}
