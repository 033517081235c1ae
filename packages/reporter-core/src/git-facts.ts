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
  const revision = revisionOf(known.commit);
  const { text } = await outputOf(directory, ['-c', FACTS_ALIAS, 'svc-facts', revision ?? '']);
  const [remotes = '', log = '', originHead = '', status = ''] = text.split('\0');
  const remote = remoteOf(remotes);
  const facts: GitFacts = {
    ...withoutBlanks(await checkoutFacts(status, git)),
    ...withoutBlanks(known),
    ...withoutBlanks(commitFacts(log)),
    ...(remote !== undefined && { repository: repositoryUrl(remote) }),
  };
  const defaultBranch = originHead.trim().replace(/^origin\//, '');
  const base = await baseFacts({ baseBranch: defaultBranch, ...facts }, git);
  return withoutBlanks({ ...facts, ...base });
}

/** The project's default name: that of the git remote. Undefined without one. */
export async function projectOfRemote(directory: string): Promise<string | undefined> {
  const remote = remoteOf((await runGit(directory, REMOTES)) ?? '');
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
async function runGit(directory: string, args: readonly string[]): Promise<string | undefined> {
  const { hasFailed, text } = await outputOf(directory, args);
  return hasFailed ? undefined : text.trim();
}

/** What a command has written until it failed or ended. */
function outputOf(
  directory: string,
  args: readonly string[],
): Promise<{ text: string; hasFailed: boolean }> {
  const settings = {
    cwd: directory,
    timeout: TIMEOUT_MS,
    windowsHide: true,
    // Without the optional lock a status never gets into the way of the user's own git command.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  };
  return new Promise((resolve) => {
    execFile('git', [...TRUSTING, ...args], settings, (error, stdout) => {
      resolve({ text: stdout, hasFailed: error !== null });
    });
  });
}

const REMOTES = ['config', '--get-regexp', '^remote[.].*[.]url$'];

/**
 * Several commands in one, through the shell that git brings along: starting a command takes a process
 * of some size, such as one that runs tests, 5 to 7 ms each. The slowest one is the last.
 */
const FACTS_ALIAS = `alias.svc-facts=!facts() {
  git config --get-regexp '^remote[.].*[.]url$'; printf '\\0'
  git log -1 --no-show-signature --format='%H%n%an%n%B' "$1"; printf '\\0'
  git symbolic-ref --quiet --short refs/remotes/origin/HEAD; printf '\\0'
  git status --porcelain=v2 --branch --no-ahead-behind --untracked-files=no
}; facts`;

/** Of `origin`, or of the first remote where there is none of that name. */
function remoteOf(settings: string): string | undefined {
  const remotes = settings
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const remote = remotes.findLast(([name]) => name === 'remote.origin.url') ?? remotes[0];
  return remote?.[1];
}

async function checkoutFacts(status: string, git: Git): Promise<GitFacts> {
  const branch = /^# branch\.head (.+)$/m.exec(status)?.[1];
  if (branch === undefined) {
    // A status asks for every file's date, which may take too long in a huge checkout.
    return { branch: await git('symbolic-ref', '--quiet', '--short', 'HEAD') };
  }
  return { branch: branch === '(detached)' ? undefined : branch, dirty: /^[^#]/m.test(status) };
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

/** The branch that this one will be merged into, and where the two parted. Nothing on the default branch itself. */
async function baseFacts(
  { baseBranch, baseCommit, branch, commit = 'HEAD' }: GitFacts,
  git: Git,
): Promise<GitFacts> {
  if (!baseBranch || baseBranch === branch) return {};
  return {
    baseBranch,
    baseCommit: baseCommit ?? (await git('merge-base', commit, `origin/${baseBranch}`)),
  };
}
