import type { GitFacts } from '@svc/contract/executions/ingest';
import { type CheckoutFiles, readCheckout } from './checkout-files.ts';
import { type GitAnswer, type GitLimits, runGit } from './run-git.ts';
import { toRepositoryUrl } from './repository-url.ts';
import { withoutBlanks } from './ci-facts.ts';

/** The checkout around a directory. */
export interface GitCheckout {
  /** The facts known so far. First only those from the CI system and from the files below `.git`. */
  facts: GitFacts;
  /** Undefined outside a repository. False until git has answered all questions. */
  isComplete: boolean | undefined;
  /** Resolves when git has answered, or was stopped. Never rejects: see `runGit`. */
  answered: Promise<void>;
}

/**
 * Reads the checkout around `directory`. Facts from the CI system (`known`) take precedence. Facts that do not
 * exist are absent fields, never an error: a detached head has no branch, a shallow clone may have no base commit,
 * and a folder outside a repository has no facts. `dirty` means changed tracked files. Untracked files do not
 * count, because builds create them everywhere. Commit message, author, `dirty` and base commit come from a git
 * process. All other facts are available immediately.
 */
export function readGitCheckout(
  directory: string,
  known: GitFacts,
  limits: GitLimits = {},
): GitCheckout {
  const files = readCheckout(directory);
  const checkout: GitCheckout = {
    facts: buildGitFacts(files, known),
    isComplete: files && false,
    answered: Promise.resolve(),
  };
  if (files !== undefined) checkout.answered = ask(checkout, { directory, known, files, limits });
  return checkout;
}

function buildGitFacts(files: CheckoutFiles | undefined, known: GitFacts): GitFacts {
  const { branch, commit, remote, defaultBranch } = files ?? {};
  const facts: GitFacts = {
    ...withoutBlanks({ branch, commit }),
    ...withoutBlanks(known),
    ...(remote !== undefined && { repository: toRepositoryUrl(remote) }),
  };
  const isDefault = defaultBranch === facts.branch;
  return withoutBlanks({ baseBranch: isDefault ? undefined : defaultBranch, ...facts });
}

interface Asking {
  directory: string;
  known: GitFacts;
  files: CheckoutFiles;
  limits: GitLimits;
}

async function ask(
  checkout: GitCheckout,
  { directory, known, files, limits }: Asking,
): Promise<void> {
  const git = (...args: string[]): Promise<GitAnswer> => runGit(directory, args, limits);
  const revision = toSafeRevision(known.commit) ?? '';
  const { text } = await git('-c', FACTS_ALIAS, 'svc-facts', revision);
  const [log, status = ''] = completeParts(text);
  const tree = parseStatus(status);
  checkout.facts = { ...tree, ...checkout.facts, ...withoutBlanks(parseCommitFacts(log ?? '')) };
  const base = await findBaseCommit(checkout.facts, git);
  checkout.facts = { ...checkout.facts, ...base.facts };
  // No log exists before the first commit, nor for a commit that a shallow clone lacks.
  const hasLog = log !== undefined && (log !== '' || known.commit !== undefined || !files.commit);
  checkout.isComplete = hasLog && tree.dirty !== undefined && base.isComplete;
}

/**
 * Runs several commands in one process, through the shell that git uses for aliases. A large process, such as one that
 * runs tests, needs 5 to 7 ms to start another process. Each part ends with NUL, so that a truncated part is not used.
 * The slowest command is last.
 */
const FACTS_ALIAS = `alias.svc-facts=!facts() {
  git log -1 --no-show-signature --format='%H%n%an%n%B' "$1"; printf '\\0'
  git status --porcelain=v2 --branch --no-ahead-behind --untracked-files=no; printf '\\0'
}; facts`;

function completeParts(text: string): string[] {
  return text.split('\0').slice(0, -1);
}

/** Empty if git failed: the output of a successful status starts with the branch. */
function parseStatus(status: string): Pick<GitFacts, 'branch' | 'dirty'> {
  const branch = /^# branch\.head (.+)$/m.exec(status)?.[1];
  if (branch === undefined) return {};
  const dirty = /^[^#]/m.test(status);
  return branch === '(detached)' ? { dirty } : { branch, dirty };
}

/**
 * Undefined for values that git could read as an option, because the value may come from an environment variable.
 */
function toSafeRevision(commit: string | undefined): string | undefined {
  return commit === undefined ? 'HEAD' : /^[0-9a-f]{7,64}$/i.exec(commit)?.[0];
}

/** Empty if a shallow clone lacks the commit, because the message of another commit would be misleading. */
function parseCommitFacts(log: string): GitFacts {
  const [commit, author, ...message] = log.split('\n');
  return { commit, author, message: message.join('\n').trim() };
}

/** The commit where the branch left the branch that it will be merged into. A shallow clone may not contain it. */
async function findBaseCommit(
  { branch, baseBranch, baseCommit: known, commit = 'HEAD' }: GitFacts,
  git: (...args: string[]) => Promise<GitAnswer>,
): Promise<{ facts: GitFacts; isComplete: boolean }> {
  if (!baseBranch || known || baseBranch === branch) return { facts: {}, isComplete: true };
  const { text, exitCode } = await git('merge-base', commit, `origin/${baseBranch}`);
  const found = exitCode === 0 ? text.trim() : '';
  return { facts: found ? { baseCommit: found } : {}, isComplete: exitCode !== undefined };
}
