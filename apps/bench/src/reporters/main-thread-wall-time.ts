import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Node writes the profiles of a run, in the project's output. */
export const PROFILES = 'profiles';

// Sampling interval in the test process, in microseconds. V8's default of 1,000 would miss most of a reporter's calls.
const SAMPLE_EVERY_US = 100;

/** Arguments for Node that make it write a CPU profile of every process of the run. */
export function buildProfileArgs(output: string): string[] {
  return [
    '--cpu-prof',
    `--cpu-prof-interval=${SAMPLE_EVERY_US}`,
    `--cpu-prof-dir=${join(output, PROFILES)}`,
  ];
}

/**
 * Wall time in milliseconds that the main thread of the process `pid` spent in `packageName`: in its functions and
 * in everything that they call, such as JSON.stringify. Includes time in which the operating system ran other threads
 * between two samples. Does not include loading the package, garbage collection, and callbacks of Node without
 * a function of the package on the stack. `cpu-meter.ts` measures CPU time.
 */
export async function readMainThreadWallMs(
  output: string,
  { pid, packageName }: { pid: number; packageName: string },
): Promise<number> {
  const folder = join(output, PROFILES);
  // CPU.<date>.<time>.<pid>.<thread>.<number>.cpuprofile; the main thread is 0.
  const file = (await readdir(folder)).find((name) => name.includes(`.${pid}.0.`));
  if (file === undefined) throw new Error(`process ${pid} left no profile in ${folder}`);
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const below = collectNodesBelow(profile, `/node_modules/${packageName}/`);
  const micros = profile.samples.reduce(
    (sum, node, index) => (below.has(node) ? sum + (profile.timeDeltas[index] ?? 0) : sum),
    0,
  );
  return micros / 1_000;
}

/** CPU profile as Node writes it: a tree of calls, and the node that ran at each sample. */
interface CpuProfile {
  nodes: { id: number; callFrame: { url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

function collectNodesBelow({ nodes }: CpuProfile, place: string): Set<number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const open = nodes.filter(({ callFrame }) => callFrame.url.includes(place)).map(({ id }) => id);
  const below = new Set<number>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (below.has(id)) continue;
    below.add(id);
    open.push(...(byId.get(id)?.children ?? []));
  }
  return below;
}
