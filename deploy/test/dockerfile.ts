/** One `FROM`, and the instructions up to the next. */
export interface Stage {
  name: string;
  /** An image, or the name of another stage. */
  base: string;
  steps: Step[];
  config: ImageConfig;
}

export type Step =
  | { kind: 'run'; command: string; env: Record<string, string>; workdir: string }
  | { kind: 'copy'; from: string | null; sources: string[]; target: string; owner: string | null };

/** What an image has besides its files. */
export interface ImageConfig {
  env: Record<string, string>;
  labels: Record<string, string>;
  user: string;
  workdir: string;
  volumes: string[];
  exposed: string[];
  stopSignal: string;
  healthcheck: string[];
  entrypoint: string[];
  cmd: string[];
}

/** Reads the stages of a Dockerfile. @throws Error naming an instruction that our Dockerfile does not use. */
export function readDockerfile(text: string): Stage[] {
  const globals: Record<string, string> = { BUILDPLATFORM: 'linux/amd64' };
  const stages: Stage[] = [];
  let args = globals;
  for (const line of joinLines(text)) {
    const { keyword, flags, rest } = readInstruction(line);
    const stage = stages.at(-1);
    if (keyword === 'FROM') {
      args = {};
      stages.push(startStage(expand(rest, globals), stages));
    } else if (keyword === 'ARG') {
      const [name = '', value] = rest.split('=', 2);
      args[name] = value ?? globals[name] ?? '';
    } else if (stage !== undefined) {
      // A shell expands the variables of RUN itself.
      const value = keyword === 'RUN' ? rest : expand(rest, { ...args, ...stage.config.env });
      apply(stage, { keyword, flags, rest: value, args });
    }
  }
  return stages;
}

interface Instruction {
  keyword: string;
  flags: Record<string, string>;
  rest: string;
}

function joinLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
}

function readInstruction(line: string): Instruction {
  const [, keyword = '', content = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const [prefix = ''] = /^(?:--[\w-]+=\S+\s+)*/.exec(content) ?? [];
  const flags = Array.from(prefix.matchAll(/--([\w-]+)=(\S+)/g), ([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { keyword, flags: Object.fromEntries(flags), rest: content.slice(prefix.length) };
}

function startStage(from: string, stages: readonly Stage[]): Stage {
  const [base = '', , name = ''] = from.split(/\s+/);
  const parent = stages.find((stage) => stage.name === base);
  return { name, base, steps: [], config: structuredClone(parent?.config ?? emptyConfig(base)) };
}

/** What the base images say of themselves. */
function emptyConfig(base: string): ImageConfig {
  const isDistroless = base.includes('/distroless/');
  return {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...(isDistroless ? { SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt' } : {}),
    },
    labels: {},
    user: isDistroless && base.endsWith(':nonroot') ? '65532' : '0',
    workdir: '/',
    volumes: [],
    exposed: [],
    stopSignal: 'SIGTERM',
    healthcheck: [],
    entrypoint: [],
    cmd: [],
  };
}

function apply(
  { steps, config }: Stage,
  { keyword, flags, rest, args }: Instruction & { args: Record<string, string> },
): void {
  const env = { ...args, ...config.env };
  if (keyword === 'RUN') steps.push({ kind: 'run', command: rest, env, workdir: config.workdir });
  else if (keyword === 'COPY') {
    const words = rest.split(/\s+/);
    const target = words.pop() ?? '';
    const { from = null, chown: owner = null } = flags;
    steps.push({ kind: 'copy', from, sources: words, target: resolvePath(target, config), owner });
  } else if (keyword === 'ENV') Object.assign(config.env, readPairs(rest));
  else if (keyword === 'LABEL') Object.assign(config.labels, readPairs(rest));
  else if (keyword === 'USER') config.user = rest;
  else if (keyword === 'WORKDIR') config.workdir = rest;
  else if (keyword === 'VOLUME') config.volumes.push(rest);
  else if (keyword === 'EXPOSE') config.exposed.push(rest);
  else if (keyword === 'STOPSIGNAL') config.stopSignal = rest;
  else if (keyword === 'ENTRYPOINT') config.entrypoint = readExecForm(rest);
  else if (keyword === 'CMD') config.cmd = readExecForm(rest);
  else if (keyword === 'HEALTHCHECK') config.healthcheck = readExecForm(rest.replace(/^CMD /, ''));
  else throw new Error(`deploy/test does not know the instruction ${keyword}`);
}

function resolvePath(path: string, { workdir }: ImageConfig): string {
  return path.startsWith('/') ? path : `${workdir}/${path}`;
}

/** @throws SyntaxError for the shell form, which an image without a shell cannot run. */
function readExecForm(text: string): string[] {
  return JSON.parse(text) as string[];
}

function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(
      text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g),
      ([, name = '', quoted, bare = '']) => [name, quoted ?? bare],
    ),
  );
}

function expand(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const value = variables[name];
    if (value === undefined) throw new Error(`the Dockerfile uses ${name}, which has no value`);
    return value;
  });
}
