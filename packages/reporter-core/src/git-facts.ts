import { execFile } from 'node:child_process';
import type { GitFacts } from '@svc/contract/ingest';
import { repositoryName, repositoryUrl } from './repository-url.ts';
import { withoutBlanks } from './without-blanks.ts';

/**
 * What git tells of the checkout around `directory`, under what the CI system says in `known`.
 * A detached head has no branch, a shallow clone perhaps no base commit, a folder without git (or a
 * machine without it) no facts at all: absent fields, never an error. `dirty` means changed tracked
 * files; untracked ones are left out, since builds leave them everywhere.
 */
export async function gitFacts(directory: string, known: GitFacts = {}): Promise<GitFacts> {
  const git: Git = (...args) => runGit(directory, args);
  const [remote, checkout, head] = await Promise.all([
    remoteUrl(git),
    checkoutFacts(git),
    commitFacts(git, known.commit),
  ]);
  const facts: GitFacts = {
    ...withoutBlanks(checkout),
    ...withoutBlanks(known),
    ...withoutBlanks(head),
    ...(remote !== undefined && { repository: repositoryUrl(remote) }),
  };
  return withoutBlanks({ ...facts, ...(remote !== undefined && (await baseFacts(git, facts))) });
}

/** The project's default name: that of the git remote. Undefined without one. */
export async function projectOfRemote(directory: string): Promise<string | undefined> {
  const remote = await remoteUrl((...args) => runGit(directory, args));
  return remote === undefined ? undefined : repositoryName(repositoryUrl(remote));
}

type Git = (...args: string[]) => Promise<string | undefined>;

// A status on a cold disk of a large repository took 2 s; beyond this a fact is not worth the wait.
const TIMEOUT_MS = 5_000;

/**
 * In a container the checkout mostly belongs to another user, and git then refuses to read it, since
 * a strange repository's settings may run programs. Here its tests have just been run, so it is
 * trusted; the one setting that `status` would run is switched off all the same.
 */
const TRUSTING = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false'];

/** Undefined for whatever goes wrong: no git, no repository, no such ref, too slow. */
function runGit(directory: string, args: string[]): Promise<string | undefined> {
  const settings = {
    cwd: directory,
    timeout: TIMEOUT_MS,
    windowsHide: true,
    // Without the optional lock a status never gets into the way of the user's own git command.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  };
  return new Promise((resolve) => {
    execFile('git', [...TRUSTING, ...args], settings, (error, stdout) => {
      resolve(error === null ? stdout.trim() : undefined);
    });
  });
}

/** Of `origin`, or of the first remote where there is none of that name. */
async function remoteUrl(git: Git): Promise<string | undefined> {
  const found = await git('config', '--get-regexp', String.raw`^remote\..*\.url$`);
  const remotes = found?.split('\n').map((line) => line.split(' ')) ?? [];
  const remote = remotes.findLast(([name]) => name === 'remote.origin.url') ?? remotes[0];
  return remote?.[1];
}

const STATUS = 'status --porcelain=v2 --branch --no-ahead-behind --untracked-files=no'.split(' ');

/** From one command, since starting one takes milliseconds, and the more the larger the process is. */
async function checkoutFacts(git: Git): Promise<GitFacts> {
  const status = await git(...STATUS);
  if (status === undefined) {
    // It asks for every file's date, which may take too long in a huge checkout.
    return { branch: await git('symbolic-ref', '--quiet', '--short', 'HEAD') };
  }
  const branch = /^# branch\.head (.+)$/m.exec(status)?.[1];
  return { branch: branch === '(detached)' ? undefined : branch, dirty: /^[^#]/m.test(status) };
}

/** Of `commit`, or where a shallow clone lacks it of nothing: another commit's message would mislead. */
async function commitFacts(git: Git, commit: string | undefined): Promise<GitFacts> {
  // Whatever a variable holds, git must not take it for an option.
  const revision = commit === undefined ? 'HEAD' : /^[0-9a-f]{7,64}$/i.exec(commit)?.[0];
  if (revision === undefined) return { commit };
  const log = await git('log', '-1', '--no-show-signature', '--format=%H%n%an%n%B', revision);
  const [hash, author, ...message] = log?.split('\n') ?? [];
  return { commit: hash ?? commit, author, message: message.join('\n').trim() };
}

/** The branch that this one will be merged into, and where the two parted. Nothing on the default branch itself. */
async function baseFacts(git: Git, facts: GitFacts): Promise<GitFacts> {
  const baseBranch = facts.baseBranch ?? (await defaultBranch(git));
  if (baseBranch === undefined || baseBranch === facts.branch) return {};
  const baseCommit =
    facts.baseCommit ?? (await git('merge-base', facts.commit ?? 'HEAD', `origin/${baseBranch}`));
  return { baseBranch, baseCommit };
}

async function defaultBranch(git: Git): Promise<string | undefined> {
  const head = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  return head?.replace(/^origin\//, '');
}
