import { deriveExecutionStatus, type RunEnd } from '@svc/reporter-core/report/execution-status';
import type { RunReport } from '@svc/reporter-core/report/run-report';
import type { TestModule } from 'vitest/node';
import type { RunRecord } from './run-record.ts';
import { isMergedRun, buildRunReport } from './run-report.ts';

/**
 * The run as one report for each leg. In a merged report, each label of a blob is a leg: Vitest 5 stores the value
 * of `VITEST_BLOB_LABEL` in the modules of the blob. Any other run is one report.
 */
export function buildLegReports(record: RunRecord, end: RunEnd): [RunReport, ...RunReport[]] {
  const [first, ...others] = isMergedRun(record.vitest) ? groupByLabel(record.modules) : [];
  if (first === undefined) return [buildRunReport(record, end)];
  if (others.length === 0) return [withLeg(buildRunReport(record, end, first.modules), first)];
  // Vitest's verdict is about all legs. Each leg gets the status of its own tests. The first leg gets the verdict if no
  // test explains it.
  const ofLeg = end === 'failed' ? 'passed' : end;
  const report = withLeg(buildRunReport(record, ofLeg, first.modules), first);
  const otherReports = others.map((leg) => {
    const { execution, ...rest } = withLeg(buildRunReport(record, ofLeg, leg.modules), leg);
    // Errors outside of modules have no label. The first leg sends them.
    const own = { end: ofLeg, ...rest, errors: undefined };
    return {
      ...rest,
      execution: { ...execution, status: deriveExecutionStatus(own), errors: undefined },
    };
  });
  const showsFailure = [report, ...otherReports].some(
    ({ execution }) => execution.status === 'failed',
  );
  if (end === 'failed' && !showsFailure) report.execution.status = 'failed';
  return [report, ...otherReports];
}

/** The label of the blob that this run writes. Undefined before Vitest 5, which has no labels. */
export function findBlobLabel({ config }: { config: object }): string | undefined {
  return findLabel(config, 'mergeReportsLabel');
}

interface LabelledModules {
  label: string | undefined;
  modules: TestModule[];
}

function groupByLabel(modules: readonly TestModule[]): LabelledModules[] {
  const groups = new Map<string | undefined, LabelledModules>();
  for (const module of modules) {
    const label = findLabel(module.meta(), '__vitest_label__');
    const group = groups.get(label) ?? { label, modules: [] };
    group.modules.push(module);
    groups.set(label, group);
  }
  return [...groups.values()];
}

function findLabel(facts: object, name: string): string | undefined {
  const label: unknown = Object.getOwnPropertyDescriptor(facts, name)?.value;
  return typeof label === 'string' && label !== '' ? label : undefined;
}

function withLeg(report: RunReport, { label }: LabelledModules): RunReport {
  if (label === undefined) return report;
  return { ...report, execution: { ...report.execution, leg: label } };
}
