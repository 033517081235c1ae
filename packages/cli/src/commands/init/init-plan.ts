import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { listFoldersUpToRepository } from '@svc/reporter-core/facts/repository-root';
import { CommandError } from '../../errors/exit.ts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { planFrameworkChange, hasConfig, type FileChange } from './framework-change.ts';
import { FRAMEWORKS, type Framework, type FrameworkName } from './frameworks.ts';
import { readManifest, type Manifest } from './manifest.ts';
import {
  buildInstallCommand,
  detectPackageManager,
  chooseRunner,
  type PackageManager,
} from './package-manager.ts';
import { changeWorkflow } from './workflow-change.ts';
import { listWorkspaceFolders } from './workspace.ts';
import { isLoopback } from '../../invocation/settings.ts';

/** What svc init found, and what it would change. Paths are relative to the folder where it runs. */
export interface InitPlan {
  frameworks: PlannedFramework[];
  workflows: { path: string; jobs: string[] }[];
  /** Configurations of other CI systems, which svc does not change. */
  otherCi: string[];
  changes: FileChange[];
  /** The commands that install the missing reporters. */
  install: string[];
  /** The folder of the first project; empty for the current one, and if that is inside of the project. */
  folder: string;
  /** What starts a program of the project's packages: `npx`. */
  runner: string;
}

export interface PlannedFramework {
  name: FrameworkName;
  state: 'created' | 'changed' | 'already' | 'computed' | 'missing';
  /** Undefined if there is no configuration. */
  path: string | undefined;
  /** Adds the reporter by hand. */
  snippet: string;
}

/**
 * Looks for the nearest package.json whose project uses one of the frameworks, or whose workspace has such packages, and
 * for the workflows of its repository.
 * @throws CommandError when there is none.
 */
export async function makeInitPlan(directory: string, { url }: { url: string }): Promise<InitPlan> {
  const folders = listFoldersUpToRepository(directory);
  const projects = await findNearestProjects(folders, directory);
  const planned = await Promise.all(
    projects.flatMap(({ used, ...project }) =>
      used.map(async (framework) => ({
        framework,
        found: await planFrameworkChange(framework, project),
      })),
    ),
  );
  const root = folders.at(-1) ?? directory;
  const scripts = mergeScripts(projects);
  const workflows = await planWorkflowChanges(root, { scripts, url });
  const shown = (path: string): string => relative(directory, path) || path;
  const [first] = projects;
  return {
    frameworks: planned.map(({ framework, found }) => ({
      name: framework.name,
      state: found.kind === 'changed' && found.change.before === undefined ? 'created' : found.kind,
      path: found.kind === 'missing' ? undefined : shown(found.path),
      snippet: framework.snippet,
    })),
    workflows: workflows.map(({ change, jobs }) => ({ path: shown(change.path), jobs })),
    otherCi: OTHER_CI.filter((file) => existsSync(join(root, file))),
    changes: [
      ...planned.flatMap(({ found }) => (found.kind === 'changed' ? [found.change] : [])),
      ...workflows.map(({ change }) => change),
    ],
    install: projects.flatMap((project) => buildProjectInstall(project, directory)),
    folder: toPathBelow(directory, first.folder),
    runner: chooseRunner(detectProjectManager(first)),
  };
}

function toPathBelow(directory: string, folder: string): string {
  const path = relative(directory, folder);
  return path.startsWith('..') ? '' : path;
}

function detectProjectManager({ folder, manifest }: Project): PackageManager {
  return detectPackageManager(listFoldersUpToRepository(folder), manifest);
}

/** The command is for `directory`; a package of a workspace has to be entered. */
function buildProjectInstall(project: Project, directory: string): string[] {
  const { folder, manifest, used } = project;
  const missing = used
    .map(({ setting }) => setting.reporter)
    .filter((name) => !manifest.dependencies.has(name));
  if (missing.length === 0) return [];
  const command = buildInstallCommand(detectProjectManager(project), missing, project);
  const path = toPathBelow(directory, folder);
  return [path === '' ? command : `(cd ${quoteShellWord(path)} && ${command})`];
}

const OTHER_CI = [
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'Jenkinsfile',
];

interface Project {
  folder: string;
  manifest: Manifest;
  used: Framework[];
}

async function findNearestProjects(
  folders: readonly string[],
  directory: string,
): Promise<[Project, ...Project[]]> {
  for (const folder of folders) {
    const manifest = await readManifest(folder);
    if (manifest === undefined) continue;
    const [first, ...further] = await listProjectsBelow({
      folder,
      manifest,
      used: detectFrameworks(manifest),
    });
    if (first !== undefined) return [first, ...further];
  }
  throw new CommandError(
    `no package.json in ${directory}, above it, or in its workspace depends on vitest, jest or @playwright/test`,
    "run svc init in the project's folder; reports of other frameworks: svc upload 'reports/**/*.xml'",
  );
}

/**
 * The projects of a workspace, its root first. Some roots have a framework only for their packages, and some run it for
 * all of them: then a package counts if it runs the framework by itself, too.
 */
async function listProjectsBelow(root: Project): Promise<Project[]> {
  const packages = await listPackagesBelow(root);
  const isRoot = await Promise.all(
    root.used.map(
      async (framework) =>
        hasTestScript(framework, root.manifest) ||
        (await hasConfig(framework, root)) ||
        !packages.some(({ used }) => used.includes(framework)),
    ),
  );
  const ofRoot = root.used.filter((_, place) => isRoot[place]);
  return [
    { ...root, used: ofRoot },
    ...packages.map((one) => ({
      ...one,
      used: one.used.filter(
        (framework) => !ofRoot.includes(framework) || hasTestScript(framework, one.manifest),
      ),
    })),
  ].filter(({ used }) => used.length > 0);
}

async function listPackagesBelow({ folder, manifest }: Project): Promise<Project[]> {
  const packages = await Promise.all(
    (await listWorkspaceFolders(folder, manifest)).map(async (folder) => {
      const manifest = await readManifest(folder);
      return manifest === undefined ? [] : { folder, manifest, used: detectFrameworks(manifest) };
    }),
  );
  return packages.flat();
}

function hasTestScript({ name }: Framework, { scripts }: Manifest): boolean {
  return Object.values(scripts).some(
    (script) => COMMANDS[name].test(script) && !IN_PACKAGES.test(script),
  );
}

// Also by its path, as ES modules need it in Jest: `node node_modules/jest/bin/jest.js`.
const AT_PATH = String.raw`(?<![\w@/.-])(?:\S*\bnode_modules/(?:\.bin/)?)?`;
const COMMANDS: Record<FrameworkName, RegExp> = {
  vitest: new RegExp(String.raw`${AT_PATH}vitest(?:/\S+)?(?![\w.:/-])`),
  jest: new RegExp(String.raw`${AT_PATH}jest(?:/\S+)?(?![\w.:/-])`),
  // It installs browsers, too.
  playwright: new RegExp(String.raw`${AT_PATH}(?:@playwright/test/cli\.js|playwright) test\b`),
};

/** What runs a command in each package, and not in the root. */
const IN_PACKAGES =
  /\s(?:-r|--recursive|-ws|--workspaces)\b|\b(?:lerna|turbo|nx|wireit|rush)\b|\bworkspaces foreach\b/;

/** The scripts of all projects by name, the root's first: a workflow may run them from any folder. */
function mergeScripts(projects: readonly Project[]): Record<string, string> {
  const scripts: Record<string, string> = {};
  for (const [name, script] of projects.flatMap(({ manifest }) =>
    Object.entries(manifest.scripts),
  )) {
    scripts[name] = name in scripts ? `${scripts[name]}\n${script}` : script;
  }
  return scripts;
}

function detectFrameworks({ dependencies, hasJest }: Manifest): Framework[] {
  return FRAMEWORKS.filter(
    ({ name, dependency }) => dependencies.has(dependency) || (name === 'jest' && hasJest),
  );
}

async function planWorkflowChanges(
  root: string,
  facts: { scripts: Readonly<Record<string, string>>; url: string },
): Promise<{ change: FileChange; jobs: string[] }[]> {
  const folder = join(root, '.github', 'workflows');
  const files = await readdir(folder).catch(() => []);
  const changed = await Promise.all(
    files
      .filter((file) => /\.ya?ml$/.test(file))
      .toSorted()
      .map(async (file) => {
        const path = join(folder, file);
        const before = await readFile(path, 'utf8').catch(() => '');
        const found = changeWorkflow(before, facts);
        if (found === undefined) return [];
        return [{ change: { path, before, after: found.code }, jobs: found.jobs }];
      }),
  );
  return changed.flat();
}

/** How a workflow writes the address: CI cannot reach this machine, so a variable stands for the real address. */
export function chooseWorkflowUrl(url: string): string {
  return isLoopback(url) ? '${{ vars.SVC_URL }}' : url;
}
