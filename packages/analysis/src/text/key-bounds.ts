import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { KeyBounds } from '@svc/contract/people/api-keys';

// More names would make the line too long to read.
const SHOWN = 3;

/**
 * Formats the bounds of a key for a list or a sentence: `only project web`, `only branches release/*`, `not branch
 * main`, `not the base branch`. Empty for a key without bounds, and for the answer of a server without this feature.
 */
export function formatKeyBounds(bounds: KeyBounds | null | undefined): string[] {
  if (bounds === null || bounds === undefined) return [];
  const { projects, branches, mayClaimBase } = bounds;
  return [
    ...(projects === null ? [] : [`only ${formatProjects(projects)}`]),
    ...formatBranchFacts(branches ?? []),
    ...(mayClaimBase ? [] : ['not the base branch']),
  ];
}

function formatProjects(names: readonly string[]): string {
  return `${names.length === 1 ? 'project' : 'projects'} ${formatList(names)}`;
}

function formatBranchFacts(patterns: readonly string[]): string[] {
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluding = patterns.filter((pattern) => pattern.startsWith('!'));
  return [
    ...(including.length === 0 ? [] : [`only ${formatBranches(including)}`]),
    ...(excluding.length === 0
      ? []
      : [`not ${formatBranches(excluding.map((pattern) => pattern.slice(1)))}`]),
  ];
}

function formatBranches(patterns: readonly string[]): string {
  const isOne = patterns.length === 1 && patterns[0]?.includes('*') === false;
  return `${isOne ? 'branch' : 'branches'} ${formatList(patterns)}`;
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN);
  const more = names.length - shown.length;
  const last = more > 0 ? `${formatNumber(more)} more` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
