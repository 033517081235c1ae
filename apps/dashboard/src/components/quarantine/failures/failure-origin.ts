import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { KnownFailure } from '@svc/contract/gate/known-failures';
import { formatCount } from '../../../format/count.ts';

/** A part of a sentence: words, or the name of a branch, which its author chose. */
export type OriginPart = string | { branch: string };

/** Of a longer name, the beginning: one name must not fill the form. */
const BRANCH_CHARACTERS = 60;

/**
 * How often a failure was seen, and where: `12 times on main and 2 other branches, 5 commits`; without the default
 * branch `3 times, only on evil:fix, 1 commit`.
 */
export function buildOriginParts(
  failure: KnownFailure,
  defaultBranch: string | null,
): OriginPart[] {
  const { count, commits } = failure;
  return [
    formatCount(count, 'time'),
    ...(failure.onDefaultBranch
      ? withDefaultBranch(failure, defaultBranch)
      : withoutDefaultBranch(failure, defaultBranch)),
    // Executions without a commit.
    ...(commits === 0 ? [] : [`, ${formatCount(commits, 'commit')}`]),
  ];
}

function withDefaultBranch(
  { branches, moreBranches }: KnownFailure,
  defaultBranch: string | null,
): OriginPart[] {
  // A project that reports no branches.
  if (defaultBranch === null) return [];
  const others = branches.length + moreBranches - 1;
  return [
    ' on ',
    toBranchPart(defaultBranch),
    ...(others === 0 ? [] : [` and ${formatOtherBranches(others)}`]),
  ];
}

function withoutDefaultBranch(
  { branches, moreBranches }: KnownFailure,
  defaultBranch: string | null,
): OriginPart[] {
  const names = branches.flatMap(({ branch }) => branch ?? []);
  const hasNone = names.length < branches.length;
  if (names.length === 0) return [', only in executions without a branch'];
  return [
    ', only on ',
    ...names.flatMap((branch, at) => [
      ...(at === 0 ? [] : [', ']),
      toBranchPart(branch),
      ...(branch === defaultBranch ? [' (local, partial or pull-request runs)'] : []),
    ]),
    ...(hasNone ? [' and without a branch'] : []),
    ...(moreBranches === 0 ? [] : [` and ${formatOtherBranches(moreBranches)}`]),
  ];
}

function formatOtherBranches(branches: number): string {
  return formatCount(branches, 'other branch', 'other branches');
}

function toBranchPart(branch: string): OriginPart {
  return { branch: shortenText(branch, BRANCH_CHARACTERS) };
}
