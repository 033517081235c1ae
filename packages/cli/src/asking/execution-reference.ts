import type { Execution, ExecutionsQuery } from '@svc/contract/executions/executions';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { findNearest } from '@svc/contract/zod-free/nearest';
import { CommandError } from '../errors/exit.ts';
import { quoteShellWord } from '../errors/proposed-command.ts';
import { listExecutionMarks } from '@svc/analysis/compare/run-marks';
import type { World } from '../world.ts';

/** The forms of `<execution>` on the command line. */
export type ExecutionReference =
  | { kind: 'id'; id: string }
  | { kind: 'number'; number: number }
  | { kind: 'latest' }
  | { kind: 'branch'; branch: string };

/** @throws CommandError for a text that has none of the four forms. */
export function parseExecutionReference(text: string): ExecutionReference {
  if (UUID.test(text)) return { kind: 'id', id: text.toLowerCase() };
  const address = ADDRESS.exec(text)?.[1];
  if (address !== undefined) return { kind: 'id', id: address.toLowerCase() };
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number !== undefined && Number(number) > 0) return { kind: 'number', number: Number(number) };
  if (text === 'latest') return { kind: 'latest' };
  const branch = /^branch:(.+)$/s.exec(text)?.[1];
  if (branch !== undefined) return { kind: 'branch', branch };
  const near = findNearest(text, ['latest']);
  const forms = `a number (812), an id, latest, or ${quoteShellWord(`branch:${text || 'NAME'}`)}`;
  throw new CommandError(`'${text}' is not an execution`, `write ${near ?? forms}`);
}

export interface ReferenceScope extends Pick<World, 'clock'> {
  project: string | undefined;
  /** The work tree's branch, which `latest` prefers. */
  currentBranch: string | undefined;
  /** The work tree's commit, which `latest` prefers before the branch. */
  currentCommit?: string | undefined;
  /** `latest` then never means an execution of another branch. */
  isInCi?: boolean;
  /** The command as typed, without flags, for proposed commands: `svc executions show 812`. */
  command: string;
  /** Asks the server for the newest executions that match. */
  list: (query: Partial<ExecutionsQuery>) => Promise<Execution[]>;
  /** The error for a project that does not exist. */
  unknownProject: (project: string) => Promise<CommandError | undefined>;
  /** The allowed statuses; by default also running. */
  status?: ExecutionStatus[];
}

export interface ResolvedReference {
  id: string;
  /** Set when the reference was looked up. */
  found?: Execution;
  /** In words, when the reference was ambiguous. */
  choiceNote: string | undefined;
}

/**
 * The id of the execution that the reference means.
 * @throws CommandError when there is none, with the nearest existing branch or project.
 */
export async function resolveExecution(
  reference: ExecutionReference,
  scope: ReferenceScope,
): Promise<ResolvedReference> {
  if (reference.kind === 'id') return { id: reference.id, choiceNote: undefined };
  if (reference.kind === 'number') return resolveByNumber(reference.number, scope);
  return reference.kind === 'branch'
    ? resolveByBranch(reference.branch, scope)
    : resolveLatest(scope);
}

export function buildUnknownExecutionError(id: string): CommandError {
  return new CommandError(`no execution '${id}' in this key's organization`, 'svc executions');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// The form that reporters print at the end of a run.
const ADDRESS = /^https?:\/\/\S+\/executions\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The `from` of look-ups. A reference means an execution of any age, but lists cover 30 days by default. So look-ups
 * use the server's longest window of 400 days, minus a day because clocks differ.
 */
export function computeEarliestFrom({ clock }: Pick<World, 'clock'>): string {
  return new Date(clock.now().getTime() - 399 * DAY_MS).toISOString();
}

async function resolveByNumber(number: number, scope: ReferenceScope): Promise<ResolvedReference> {
  const { project } = scope;
  if (project === undefined) {
    throw new CommandError(`#${number} needs a project`, `${scope.command} --project NAME`);
  }
  const [found] = await scope.list({ project, number, from: computeEarliestFrom(scope), limit: 1 });
  if (found === undefined) throw await buildNotFoundError(`#${number}`, scope);
  refuseRunning(found, `#${number}`, scope);
  return { id: found.id, found, choiceNote: undefined };
}

async function resolveByBranch(branch: string, scope: ReferenceScope): Promise<ResolvedReference> {
  const { project, status } = scope;
  // Local, filtered and unfinished runs do not show the state of a branch.
  const query = {
    project,
    branch,
    status,
    speaking: 'true' as const,
    from: computeEarliestFrom(scope),
  };
  const [found] = await scope.list({ ...query, limit: 1 });
  if (found === undefined) throw await buildNoneSpeaksError(branch, scope);
  return { id: found.id, found, choiceNote: `newest on branch ${branch}` };
}

async function resolveLatest(scope: ReferenceScope): Promise<ResolvedReference> {
  const { project, currentBranch: branch, currentCommit: commit, isInCi = false } = scope;
  // Not by status: when the newest one is still running, an older one is not the latest.
  const query = { project, from: computeEarliestFrom(scope), limit: 1 };
  if (commit !== undefined) {
    const [found] = await scope.list({ ...query, commit });
    const where = `latest of ${commit.slice(0, 7)}, the current commit`;
    if (found !== undefined) return explainLatest(found, where, scope);
  }
  if (branch !== undefined) {
    const [found] = await scope.list({ ...query, branch });
    const where = `latest on ${branch}, the current branch`;
    if (found !== undefined) return explainLatest(found, where, scope);
    if (isInCi) {
      throw new CommandError(
        `no execution of branch ${branch}, the branch of this CI job, in ${formatProjectPlace(project)}`,
        await proposeListCommand(scope, branch),
      );
    }
  }
  const [found] = await scope.list(query);
  if (found === undefined) throw await buildNotFoundError('latest', scope);
  const why = branch === undefined ? '' : ` (the current branch ${branch} has none)`;
  return explainLatest(found, `latest on any branch${why}`, scope);
}

/** @throws CommandError for an execution that still waits for results, if only finished ones are allowed. */
function refuseRunning(
  { status, number, project }: Execution,
  reference: string,
  { status: allowed }: ReferenceScope,
): void {
  if (allowed === undefined || allowed.includes(status)) return;
  const name = reference === 'latest' ? `latest, #${number},` : reference;
  throw new CommandError(
    `${name} is still running: not all of its results have arrived`,
    `svc executions show ${number} --project ${quoteShellWord(project)}`,
  );
}

/**
 * `latest` means any execution. If the newest one does not speak for its branch, says why, and which execution does.
 * @see docs/read/definitions.md, "Speaking executions"
 */
async function explainLatest(
  found: Execution,
  where: string,
  scope: ReferenceScope,
): Promise<ResolvedReference> {
  refuseRunning(found, 'latest', scope);
  const { list, status } = scope;
  const { id, framework, project, git } = found;
  const kind = describeNonSpeakingRun(found);
  if (kind === undefined) return { id, found, choiceNote: where };
  const { branch } = git;
  if (branch === undefined) return { id, found, choiceNote: `${where}: ${kind}` };
  const [speaking] = await list({
    project,
    branch,
    status,
    framework,
    speaking: 'true',
    from: computeEarliestFrom(scope),
    limit: 1,
  });
  if (speaking?.id === id) return { id, found, choiceNote: where };
  const other =
    speaking === undefined
      ? `branch:${branch} finds none`
      : `branch:${branch} means #${speaking.number}`;
  return { id, found, choiceNote: `${where}: ${kind}; ${other}` };
}

/** `a local partial run with uncommitted changes`; undefined for a run that may speak for its branch. */
function describeNonSpeakingRun(execution: Execution): string | undefined {
  // A re-run speaks for its branch like a first attempt, and so does one that lacks a file.
  const marks = listExecutionMarks(execution).filter(
    (mark) => mark !== 're-run' && mark !== 'file error',
  );
  if (marks.length === 0) return undefined;
  const words = marks.filter((mark) => mark !== 'dirty');
  const dirty = marks.includes('dirty') ? ' with uncommitted changes' : '';
  return `a ${[...words, 'run'].join(' ')}${dirty}`;
}

/** Distinguishes a branch without executions from one whose executions do not speak for it. */
export async function buildNoneSpeaksError(
  branch: string,
  scope: ReferenceScope,
): Promise<CommandError> {
  const { project, status, list } = scope;
  const [any] = await list({ project, branch, status, from: computeEarliestFrom(scope), limit: 1 });
  if (any === undefined) return buildNotFoundError(`branch:${branch}`, scope, branch);
  return new CommandError(
    `branch ${branch} has no finished, complete execution from CI without uncommitted changes`,
    `svc executions${formatFlag('--project', project)} --branch ${quoteShellWord(branch)}`,
  );
}

async function buildNotFoundError(reference: string, scope: ReferenceScope, branch?: string) {
  const { project, unknownProject } = scope;
  const unknown = project === undefined ? undefined : await unknownProject(project);
  if (unknown !== undefined) return unknown;
  return new CommandError(
    `no execution '${reference}' in ${formatProjectPlace(scope.project)}`,
    await proposeListCommand(scope, branch),
  );
}

function formatProjectPlace(project: string | undefined): string {
  return project === undefined ? 'any project' : `project ${project}`;
}

/** The command that lists the candidates. */
async function proposeListCommand(scope: ReferenceScope, branch?: string): Promise<string> {
  const { project, list } = scope;
  const ofProject = await list({ project, from: computeEarliestFrom(scope), limit: 100 });
  if (ofProject.length > 0) {
    const branches = new Set(ofProject.flatMap(({ git }) => git.branch ?? []));
    const near = branch === undefined ? undefined : findNearest(branch, branches);
    return `svc executions${formatFlag('--project', project)}${formatFlag('--branch', near)}`;
  }
  if (project === undefined) return 'run svc executions: it shows how to send the first one';
  return 'svc executions --all-projects';
}

function formatFlag(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name} ${quoteShellWord(value)}`;
}
