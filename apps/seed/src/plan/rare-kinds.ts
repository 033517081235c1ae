import type { Random } from '../random.ts';
import type { TestedFile } from './tested-files.ts';
import type { ExecutionKind } from '../truth.ts';

/** The kinds of `count` executions. A fixed share has each unusual kind, at random places except the first. */
export function drawKinds(
  count: number,
  { project, random }: { project: { index: number; files: readonly TestedFile[] }; random: Random },
): ExecutionKind[] {
  const kinds: ExecutionKind[] = Array.from({ length: count }, () => 'whole');
  const tests = project.files.reduce((sum, file) => sum + file.tests.length, 0);
  for (const { kind, share, leastTests } of RARE_KINDS) {
    if (tests < leastTests) continue;
    const wanted = count < LEAST_FOR_RARE ? 0 : computeShare(project.index, count * share);
    for (let made = 0; made < wanted;) {
      const at = 1 + random.integer(count - 1);
      if (kinds[at] !== 'whole') continue;
      kinds[at] = kind;
      made++;
    }
  }
  return kinds;
}

/**
 * The first project has at least one; later projects have fewer in return, so that the share over all projects holds.
 */
function computeShare(index: number, each: number): number {
  return Math.ceil((index + 1) * each) - Math.ceil(index * each);
}

// With fewer executions, most of them would be unusual.
const LEAST_FOR_RARE = 12;

const RARE_KINDS: { kind: ExecutionKind; share: number; leastTests: number }[] = [
  // An execution with fewer tests never counts as an infrastructure failure.
  { kind: 'outage', share: 0.008, leastTests: 25 },
  { kind: 'cutOff', share: 0.015, leastTests: 10 },
  { kind: 'partial', share: 0.04, leastTests: 10 },
  { kind: 'brokenFile', share: 0.03, leastTests: 10 },
];
