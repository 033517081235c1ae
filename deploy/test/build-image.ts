import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBaseImage } from './base-images.ts';
import { readDockerfile, type ImageConfig, type Stage, type Step } from './dockerfile.ts';
import { sh } from './shell.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Image {
  /** The files of the image. */
  root: string;
  config: ImageConfig;
  sizeBytes: number;
}

/** Carries out the instructions of the Dockerfile, without a container engine. Needs root. Returns images by stage. */
export function buildImages(folder: string): { images: Map<string, Image>; remove(): void } {
  const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const context = join(folder, 'context');
  copyContext(context);
  const roots = new Map<string, string>();
  const images = new Map<string, Image>();
  const remove = (): void => {
    for (const root of [...roots.values()].toReversed()) sh('umount "$root"', { root });
  };
  try {
    for (const stage of stages) {
      const root = mountStage(stage, join(folder, stage.name), roots);
      roots.set(stage.name, root);
      for (const step of stage.steps) carryOut(step, { root, roots, context });
      images.set(stage.name, { root, config: stage.config, sizeBytes: sizeOf(root) });
    }
    return { images, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The files that an engine would send, those of `git status` included. */
function copyContext(context: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (path: string): boolean =>
    ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
  const files = sh('git -C "$root" ls-files --cached --others --exclude-standard -z', {
    root: ROOT,
  });
  for (const file of files.split('\0')) {
    if (file === '' || isIgnored(file)) continue;
    cpSync(join(ROOT, file), join(context, file), { verbatimSymlinks: true });
  }
}

/** An overlay, as engines make it: the stage writes into a folder of its own, and its base stays as it is. */
function mountStage(stage: Stage, folder: string, roots: ReadonlyMap<string, string>): string {
  const lower = roots.get(stage.base) ?? makeBaseImage(stage.base);
  const [added, work, root] = ['added', 'work', 'root'].map((name) => join(folder, name));
  if (added === undefined || work === undefined || root === undefined) throw new Error('no folder');
  for (const path of [added, work, root]) mkdirSync(path, { recursive: true });
  sh('mount -t overlay overlay -o "lowerdir=$lower,upperdir=$added,workdir=$work" "$root"', {
    lower,
    added,
    work,
    root,
  });
  return root;
}

interface Places {
  root: string;
  roots: ReadonlyMap<string, string>;
  context: string;
}

function carryOut(step: Step, { root, roots, context }: Places): void {
  if (step.kind === 'run') {
    runIn(root, step);
    return;
  }
  const from = step.from === null ? context : roots.get(step.from);
  if (from === undefined) throw new Error(`COPY --from=${step.from}: there is no such stage`);
  const target = join(root, step.target);
  for (const source of step.sources) copy(join(from, source), target);
  if (step.owner !== null) sh('chown -R "$owner" "$target"', { owner: step.owner, target });
}

/** Like COPY: the content of a folder, not the folder; into a target that ends in a slash. */
function copy(source: string, target: string): void {
  mkdirSync(target.endsWith('/') ? target : dirname(target), { recursive: true });
  sh(
    'if [ -d "$source" ]; then mkdir -p "$target"; cp -a "$source/." "$target"; else cp -a "$source" "$target"; fi',
    {
      source,
      target,
    },
  );
}

/** With the network and the name servers of this machine, as engines do. A CA of a company's proxy is trusted too. */
function runIn(root: string, step: Step & { kind: 'run' }): void {
  const ca = process.env['NODE_EXTRA_CA_CERTS'];
  const env = { ...step.env, ...(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: '/run/ca.crt' }) };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  mkdirSync(join(root, step.workdir), { recursive: true });
  sh(
    `exec unshare --mount --propagation private sh -euc '
       bind() { [ -e "$2" ] || : > "$2"; mount --bind "$1" "$2"; }
       mount --rbind /dev "$root/dev"
       mount -t proc proc "$root/proc"
       mount -t tmpfs tmpfs "$root/run"
       bind /etc/resolv.conf "$root/etc/resolv.conf"
       bind /etc/hosts "$root/etc/hosts"
       [ -z "$ca" ] || bind "$ca" "$root/run/ca.crt"
       IFS="
"; exec env -i $settings unshare --root="$root" --wd="$workdir" /bin/sh -c "$command"'`,
    {
      root,
      ca: ca ?? '',
      workdir: step.workdir,
      command: step.command,
      settings: settings.join('\n'),
    },
  );
}

/** Without `-x`: in a stage upon another one, files have the device of the file system that they come from. */
function sizeOf(root: string): number {
  return Number(sh('du -sb --apparent-size "$root" | cut -f 1', { root }));
}
