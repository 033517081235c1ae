import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { computePercentile, printProgress, type BenchRow } from '../report.ts';

const SVC = fileURLToPath(new URL('../../../../packages/cli/bin/svc.js', import.meta.url));
const PAIRS = 40;

/** Times `svc --version` and a Node that does nothing, in turn: how long a user waits before a command begins. */
export async function runCliBench(): Promise<BenchRow[]> {
  printProgress('cli: svc --version');
  const ratios: number[] = [];
  const bare: number[] = [];
  for (let pair = 0; pair <= PAIRS; pair++) {
    const nothing = measureNodeMs(['-e', '0']);
    const version = measureNodeMs([SVC, '--version']);
    // The first pair fills the caches.
    if (pair === 0) continue;
    bare.push(nothing);
    ratios.push(version / nothing);
  }
  return [
    { bench: 'cli', figure: 'node -e 0, median', value: computePercentile(bare, 0.5), unit: 'ms' },
    {
      bench: 'cli',
      figure: 'svc --version / node -e 0, median of pairs',
      value: computePercentile(ratios, 0.5),
      unit: '',
      target: { atMost: 1.5 },
    },
  ];
}

function measureNodeMs(args: string[]): number {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
}
