import type { GitFacts } from '@svc/contract/ingest';
import { type CheckoutFiles, readCheckout } from './checkout-files.ts';
import { type GitAnswer, runGit } from './run-git.ts';
import { repositoryUrl } from './repository-url.ts';
import { withoutBlanks } from './without-blanks.ts';

/** The checkout around a directory, as far as it is known. */
export interface GitCheckout {
  /** What is known by now: at first what the CI system and the files below `.git` say. */
  facts: GitFacts;
  /** Undefined outside of a repository; false while git has not answered everything that it was asked. */
  isComplete: boolean | undefined;
  /** Resolves when git has answered or was given up. Never rejects: see `runGit`. */
  answered: Promise<void>;
}

/**
 * Reads the checkout around `directory`, whose facts come below what the CI system says in `known`. A
 * detached head has no branch, a shallow clone perhaps no base commit, a folder outside of a repository
 * no facts at all: absent fields, never an error. `dirty` means changed tracked files; untracked ones
 * are left out, since builds leave them everywhere. Commit message, author, `dirty` and base commit
 * come from a git process, all others are there at once.
 */
export function gitCheckout(
  directory: string,
  known: GitFacts,
  signal: AbortSignal = NEVER,
): GitCheckout {
  const files = readCheckout(directory);
  const checkout: GitCheckout = {
    facts: factsOf(files, known),
    isComplete: files && false,
    answered: Promise.resolve(),
  };
  if (files !== undefined) checkout.answered = ask(checkout, { directory, known, files, signal });
  return checkout;
}

const NEVER = new AbortController().signal;

function factsOf(files: CheckoutFiles | undefined, known: GitFacts): GitFacts {
  const { branch, commit, remote, defaultBranch } = files ?? {};
  const facts: GitFacts = {
    ...withoutBlanks({ branch, commit }),
    ...withoutBlanks(known),
    ...(remote !== undefined && { repository: repositoryUrl(remote) }),
  };
  const isDefault = defaultBranch === facts.branch;
  return withoutBlanks({ baseBranch: isDefault ? undefined : defaultBranch, ...facts });
}

interface Asking {
  directory: string;
  known: GitFacts;
  files: CheckoutFiles;
  signal: AbortSignal;
}

async function ask(
  checkout: GitCheckout,
  { directory, known, files, signal }: Asking,
): Promise<void> {
  const git = (...args: string[]): Promise<GitAnswer> => runGit(directory, args, signal);
  const revision = revisionOf(known.commit) ?? '';
  const { text } = await git('-c', FACTS_ALIAS, 'svc-facts', revision);
  const [log, status = ''] = completeParts(text);
  const tree = statusFacts(status);
  checkout.facts = { ...tree, ...checkout.facts, ...withoutBlanks(commitFacts(log ?? '')) };
  const base = await baseCommit(checkout.facts, git);
  checkout.facts = { ...checkout.facts, ...base.facts };
  // No log is expected before the first commit, nor of a commit that a shallow clone lacks.
  const hasLog = log !== undefined && (log !== '' || known.commit !== undefined || !files.commit);
  checkout.isComplete = hasLog && tree.dirty !== undefined && base.isComplete;
}

/**
 * Several commands in one, through the shell that git brings along: starting a command takes a process
 * of some size, such as one that runs tests, 5 to 7 ms each. Each part ends in NUL, so that one which
 * was cut off is not taken for a whole one. The slowest one is the last.
 */
const FACTS_ALIAS = `alias.svc-facts=!facts() {
  git log -1 --no-show-signature --format='%H%n%an%n%B' "$1"; printf '\\0'
  git status --porcelain=v2 --branch --no-ahead-behind --untracked-files=no; printf '\\0'
}; facts`;

function completeParts(text: string): string[] {
  return text.split('\0').slice(0, -1);
}

/** Nothing where git could not say: a status that worked begins with the branch. */
function statusFacts(status: string): Pick<GitFacts, 'branch' | 'dirty'> {
  const branch = /^# branch\.head (.+)$/m.exec(status)?.[1];
  if (branch === undefined) return {};
  const dirty = /^[^#]/m.test(status);
  return branch === '(detached)' ? { dirty } : { branch, dirty };
}

/** Undefined for what git could take for an option, whatever a variable holds. */
function revisionOf(commit: string | undefined): string | undefined {
  return commit === undefined ? 'HEAD' : /^[0-9a-f]{7,64}$/i.exec(commit)?.[0];
}

/** Nothing where a shallow clone lacks the commit: another one's message would mislead. */
function commitFacts(log: string): GitFacts {
  const [commit, author, ...message] = log.split('\n');
  return { commit, author, message: message.join('\n').trim() };
}

/** Where the branch left the one that it will be merged into. A shallow clone may not know. */
async function baseCommit(
  { branch, baseBranch, baseCommit: known, commit = 'HEAD' }: GitFacts,
  git: (...args: string[]) => Promise<GitAnswer>,
): Promise<{ facts: GitFacts; isComplete: boolean }> {
  if (!baseBranch || known || baseBranch === branch) return { facts: {}, isComplete: true };
  const { text, exitCode } = await git('merge-base', commit, `origin/${baseBranch}`);
  const found = exitCode === 0 ? text.trim() : '';
  return { facts: found ? { baseCommit: found } : {}, isComplete: exitCode !== undefined };
}
