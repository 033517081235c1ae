/** A step of a CI job. */
export interface LogStep {
  /** A command, or the name that the service gives to the step. */
  name: string;
  /** Its lines, from `from` to before `to`. */
  from: number;
  to: number;
  /** The line with which the service marks it as failed. */
  errorAt: number | null;
}

// `##[group]Run npm test`, `section_start:1700000000:step_script`, and the start of each line of `gh run view --log`.
const GROUP = /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,18}Z )?##\[group\](.{1,300})/;
const SECTION = /section_start:\d{1,12}:([\w.-]{1,100})/;
const SECTION_END = /section_end:\d{1,12}:([\w.-]{1,100})/;
const NAMED = /^[^\t]{1,100}\t([^\t]{1,100})\t\uFEFF?\d{4}-\d\d-\d\dT/;
const MARKED =
  /##\[error\](?!.{0,20}annotation)|^The command .{1,300} exited with [1-9]|Process completed with exit code [1-9]|^Build step .{1,200} failed/;
// GitLab writes this line after the sections that follow the failed one.
const JOB_FAILED = /^(?:\S{1,40} )?ERROR: Job failed/;
// No mark of a service is shorter.
const SHORTEST = 12;
const FOLLOW_UP = /^(?:after_script|cleanup_|upload_|archive_)/;

/**
 * The step that failed: the first that the service marks, because later ones clean up or report. If no step is marked,
 * the last step; null in a log without steps.
 */
export function findFailedStep(
  lines: readonly string[],
  except: ReadonlySet<number>,
): LogStep | null {
  const steps = parseSteps(lines, except);
  return steps.find(({ errorAt }) => errorAt !== null) ?? steps.at(-1) ?? null;
}

function parseSteps(lines: readonly string[], except: ReadonlySet<number>): LogStep[] {
  const steps: LogStep[] = [];
  let ended: LogStep | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.length < SHORTEST || except.has(at)) continue;
    const end = line.includes('section_end:') ? SECTION_END.exec(line)?.[1] : undefined;
    if (end !== undefined && !FOLLOW_UP.test(end)) {
      ended = steps.findLast(({ name }) => name === end);
      if (ended !== undefined) ended.to = at;
    }
    const name = parseStepName(line);
    const last = steps.at(-1);
    if (name !== null && name !== last?.name) {
      if (last !== undefined && last !== ended) last.to = at;
      steps.push({ name, from: at, to: lines.length, errorAt: null });
    } else if (JOB_FAILED.test(line)) {
      const failed = ended ?? last;
      if (failed !== undefined) failed.errorAt ??= Math.min(at, failed.to);
    } else if (last !== undefined && MARKED.test(line)) {
      last.errorAt ??= at;
    }
  }
  return steps;
}

function parseStepName(line: string): string | null {
  if (line.includes('##[group]')) {
    const group = GROUP.exec(line)?.[1];
    // Other groups are parts of a step.
    return group?.startsWith('Run ') === true ? group.slice(4).trim() : null;
  }
  if (line.includes('section_start:')) return SECTION.exec(line)?.[1] ?? null;
  return line.includes('\t') ? (NAMED.exec(line)?.[1]?.replace(/^Run /, '') ?? null) : null;
}
