import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from './build-image.ts';

/** A network with nothing but loopback: processes in it reach each other, and nothing else. */
export class ClosedNetwork {
  readonly #holder: ChildProcess;

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  static async open(): Promise<ClosedNetwork> {
    const holder = spawn('unshare', [
      '--net',
      'sh',
      '-euc',
      'ip link set lo up; echo up; exec sleep infinity',
    ]);
    await once(holder.stdout, 'data');
    return new ClosedNetwork(holder);
  }

  /** The words that start a command in this network. */
  get enter(): [string, ...string[]] {
    return ['nsenter', `--net=/proc/${this.#holder.pid}/ns/net`];
  }

  close(): void {
    this.#holder.kill('SIGKILL');
  }
}

export interface ContainerOptions {
  image: Image;
  network: ClosedNetwork;
  /** `CMD` of the image, if left out. */
  args?: readonly string[];
  env?: Record<string, string>;
  /** A folder of this machine for the path of a volume. Others are empty, and in memory. */
  volumes?: Record<string, string>;
  /** Instead of the image's user. */
  user?: string;
}

/** Leaves a volume of the image out, as Kubernetes does. */
export const NO_VOLUME = 'none';

export interface Finished {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the image like `docker run --read-only --tmpfs /tmp --cap-drop ALL`: its entry point is process 1 of its own
 * processes, as the image's user, on a root that cannot be written to.
 */
export class Container {
  readonly #process: ChildProcess;
  readonly #options: ContainerOptions;
  readonly #closed: Promise<unknown>;
  #output = '';

  constructor(options: ContainerOptions) {
    this.#options = options;
    const { image, network, args = image.config.cmd } = options;
    const [enter, ...words] = network.enter;
    this.#process = spawn(
      enter,
      [...words, ...isolate(options, [...image.config.entrypoint, ...args])],
      { env: { ...process.env, ...mountsOf(options) } },
    );
    this.#closed = once(this.#process, 'close');
    this.#process.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#process.stderr?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
  }

  get output(): string {
    return this.#output;
  }

  /** The exit status. */
  async end(): Promise<number | null> {
    await this.#closed;
    return this.#process.exitCode;
  }

  /** Waits until the health check of the image succeeds. Returns the milliseconds. */
  async untilHealthy(limitMs: number): Promise<number> {
    const startedAt = performance.now();
    while (this.checkHealth().status !== 0) {
      const tookMs = performance.now() - startedAt;
      if (this.#process.exitCode !== null || tookMs > limitMs) {
        throw new Error(`the container is not healthy:\n${this.#output}`);
      }
      await sleep(100);
    }
    return performance.now() - startedAt;
  }

  checkHealth(): Finished {
    return this.exec(this.#options.image.config.healthcheck);
  }

  /** `docker exec`, but that processes do not see each other. */
  exec(command: readonly string[]): Finished {
    const { network } = this.#options;
    const [enter, ...words] = network.enter;
    const { status, stdout, stderr } = spawnSync(
      enter,
      [...words, ...isolate(this.#options, command)],
      { encoding: 'utf8', env: { ...process.env, ...mountsOf(this.#options) } },
    );
    return { status, stdout, stderr };
  }

  /** A file of `/proc` of process 1. */
  readProcess(file: string): string {
    return readFileSync(join('/proc', this.#firstProcess(), file), 'utf8');
  }

  /** `docker stop`. */
  stop(): Promise<number | null> {
    process.kill(Number(this.#firstProcess()), this.#options.image.config.stopSignal);
    return this.end();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #firstProcess(): string {
    const { pid } = this.#process;
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    if (first === undefined || first === '') throw new Error('the container has no process');
    return first;
  }
}

/** The root, and lines with a path of this machine or `-`, and the path in the container. */
function mountsOf({ image, volumes = {} }: ContainerOptions): Record<string, string> {
  const targets = new Set([...image.config.volumes, ...Object.keys(volumes)]);
  const lines = [...targets].map((target) => `${volumes[target] ?? '-'} ${target}`);
  return { root: image.root, volumes: lines.join('\n') };
}

function isolate(
  { image: { config }, env = {}, user = config.user }: ContainerOptions,
  command: readonly string[],
): string[] {
  const settings = Object.entries({ ...config.env, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const [uid = '', gid = uid] = user.split(':');
  return [
    ...'unshare --mount --pid --fork --kill-child --propagation private'.split(' '),
    'sh',
    '-euc',
    MOUNTS,
    'sh',
    'env',
    '-i',
    ...settings,
    'unshare',
    '--root=.',
    `--wd=${config.workdir}`,
    `--setgid=${gid}`,
    `--setuid=${uid}`,
    ...command,
  ];
}

// The places of volumes are made as engines make them. The volumes are mounted after the root is made read-only, so that they alone can be written to.
const MOUNTS = `
echo "$volumes" | while read -r source target; do mkdir -p "$root$target"; done
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
echo "$volumes" | while read -r source target; do
  if [ "$source" = none ]; then continue
  elif [ "$source" = - ]; then mount -t tmpfs -o uid=65532,gid=65532 tmpfs "$root$target"
  else mount --bind "$source" "$root$target"; fi
done
cd "$root"
exec "$@"
`;
