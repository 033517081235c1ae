import type { BenchRow } from './report.ts';

export async function cliBench(): Promise<BenchRow[]> {
  return [];
}
