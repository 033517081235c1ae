import type { ApiKeyInput } from '@svc/contract/people/api-keys';

/** What a key is for. Pull requests have the scope `ingest`, without the base branch. */
export type KeyUse = 'ingest' | 'pullRequests' | 'full';

/** What the form has entered of what a key may do. */
export interface KeyDraft {
  use: KeyUse;
  /** Null until somebody chooses. */
  projects: readonly string[] | null;
  /** Patterns, separated by spaces: no branch has one in its name. */
  branches: string;
}

export const NEW_KEY: KeyDraft = { use: 'ingest', projects: null, branches: '' };

/**
 * The chosen projects; none: every project. A key for pull requests is proposed for `here`, the project that the viewer
 * looks at.
 */
export function pickKeyProjects({ use, projects }: KeyDraft, here: string | undefined): string[] {
  if (projects !== null) return [...projects];
  return use === 'pullRequests' && here !== undefined ? [here] : [];
}

/** The fields of the request. */
export function buildKeyInput(
  draft: KeyDraft,
  here: string | undefined,
): Pick<ApiKeyInput, 'scope' | 'projects' | 'branches' | 'mayClaimBase'> {
  const { use } = draft;
  if (use === 'full') return { scope: 'full' };
  const projects = pickKeyProjects(draft, here);
  const branches = draft.branches.split(/\s+/).filter((pattern) => pattern !== '');
  return {
    scope: 'ingest',
    ...(projects.length === 0 ? {} : { projects }),
    ...(branches.length === 0 ? {} : { branches }),
    ...(use === 'pullRequests' ? { mayClaimBase: false } : {}),
  };
}
