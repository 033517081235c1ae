import { formatCount } from '@svc/contract/zod-free/amounts';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { DeclaredCounts } from '../declared-counts.ts';
import { TextLines, type TextLinesListener } from '../lines/text-lines.ts';
import { stripEscapes } from '../text/plain-text.ts';
import type { BatchCollector } from '../report-batch.ts';
import { ReportError } from '../report-error.ts';
import type { MakeParsers, SentPath } from '../report-parser.ts';
import { isEndOfProvedFile, extractExitStatus, proveFile } from './prove-lines.ts';
import { countIndent, parseTapLine, type TapLine } from './tap-line.ts';
import { TapLevel, TapLevels } from './tap-level.ts';
import { TapOutput } from './tap-output.ts';
import { isPath } from './tap-place.ts';
import { TapPoint } from './tap-point.ts';
import { TapTool } from './tap-tool.ts';

/**
 * TAP 12 to 14, as node-tap, tape, Node, Vitest, AVA, Test::More, `prove -v`, pgTAP and bats write it. A test with
 * subtests is a suite; its own failure is an error of the run or of its file.
 * @see https://testanything.org/tap-version-14-specification.html
 */
export const makeTapParsers: MakeParsers = (into, sentPath) => [
  new TextLines(new TapReader(into, sentPath)),
];

class TapReader implements TextLinesListener {
  readonly #output: TapOutput;
  #levels = new TapLevels();
  #tool = new TapTool();
  /** The last test, whose block, comments or subtests may follow. */
  #point: TapPoint | undefined;
  /** The tests before the last test, if they are its subtests. */
  #children: TapLevel | undefined;
  /** The indentation of the block that is being read. */
  #block: number | undefined;
  /** Names of subtests by the indentation of their comments. */
  #subtests: { indent: number; name: string }[] = [];
  #hasBailed = false;
  /** Whether `prove` wrote the report. */
  #hasFiles = false;
  #isEmpty = true;
  /** Whether any line is TAP. */
  #isKnown = false;
  /**
   * Counts from the comments that tape, Mocha and Node write behind the last test, for all runs and for the present
   * one.
   */
  readonly #counts: DeclaredCounts;
  #declared: RunCounts = buildEmptyRunCounts();

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#output = new TapOutput(into, sentPath);
    this.#counts = new DeclaredCounts(into);
  }

  line(written: string): void {
    const text = stripEscapes(written);
    if (this.#block !== undefined && this.#readBlock(text, this.#block)) return;
    const line = parseTapLine(text);
    // Tests that had begun may still write their results.
    if (this.#hasBailed && line.kind !== 'version' && this.#output.provedFile === undefined) return;
    this.#isKnown ||= KINDS_OF_TAP.has(line.kind);
    if (this.#output.provedFile !== undefined && isEndOfProvedFile(text)) this.#endFile(text);
    else if (line.kind === 'point') this.#readPoint(line);
    else if (line.kind === 'plan') this.#readPlan(line);
    else if (line.kind === 'version') this.#readVersion(line);
    else if (line.kind === 'subtest') this.#readSubtest(line);
    else if (line.kind === 'comment') this.#readComment(line);
    else if (line.kind === 'bail') this.#bail(line.reason);
    else if (line.kind === 'diagnostics') this.#beginBlock(line.indent);
    else if (line.kind === 'open' && this.#point !== undefined) this.#point.hasBrace = true;
    else if (line.kind === 'close') this.#closeBraces(line.indent);
    else if (line.kind === 'other') this.#beginFile(text);
  }

  /** @throws ReportError for a run that ended before its plan. */
  end(): void {
    const missing = this.#isKnown ? this.#describeMissing() : 'it has no line of TAP';
    this.#finish();
    this.#output.tell({ framework: this.#tool.framework });
    if (missing !== undefined) throw new ReportError(missing);
    this.#counts.refuseMissing();
  }

  /** A line of YAML. A line of TAP ends a block that is broken. */
  #readBlock(text: string, indent: number): boolean {
    const isInside = text.trim() === '' || countIndent(text) >= indent;
    if (isInside && text.trim() !== '...') {
      this.#point?.addToBlock(text);
      return true;
    }
    this.#block = undefined;
    return isInside || text.trim() === '...';
  }

  #beginBlock(indent: number): void {
    if (this.#point !== undefined && indent > this.#point.indent) this.#block = indent;
  }

  #readPoint(line: TapLine & { kind: 'point' }): void {
    this.#settle(line.indent);
    const { root } = this.#levels;
    const isAgain = line.indent === 0 && line.number === 1 && root.points > 0;
    const children = this.#dedent(line.indent);
    // Several runs in one file.
    if (isAgain && root.points >= (root.plan ?? Infinity)) this.#endRun();
    this.#children = children;
    this.#indent(line.indent);
    const level = this.#levels.top;
    const point = new TapPoint(line, {
      number: line.number ?? level.points + 1,
      isTimed: this.#tool.version === undefined && level.plan !== undefined,
    });
    this.#forgetSubtests(line.indent);
    this.#tool.see(point, level.plan !== undefined);
    level.points++;
    this.#point = point;
    this.#isEmpty = false;
  }

  #readPlan({ indent, count, comment }: TapLine & { kind: 'plan' }): void {
    this.#settle(indent);
    if (indent > this.#levels.top.indent) this.#indent(indent);
    else this.#flushOrphans(indent);
    const isRoot = this.#levels.depth === 1;
    if (isRoot && this.#levels.root.plan !== undefined) this.#endRun();
    this.#levels.top.plan = count;
    this.#isEmpty = false;
    if (!isRoot || count > 0 || this.#levels.root.points > 0) return;
    const reason = comment.replace(/^#\s{0,10}skip\S{0,10}\s{0,10}/i, '').replace(/^#\s{0,10}/, '');
    this.#add({
      file: 'unknown',
      titlePath: ['(all tests)'],
      status: 'skipped',
      durationMs: 0,
      annotations: [reason === '' ? { type: 'skip' } : { type: 'skip', description: reason }],
    });
  }

  #readVersion({ indent, version }: TapLine & { kind: 'version' }): void {
    this.#settle(indent);
    if (indent > 0) return;
    if (this.#levels.root.points > 0 || this.#hasBailed) this.#endRun();
    this.#tool.version = version;
    this.#isEmpty = false;
  }

  #readSubtest({ indent, name }: TapLine & { kind: 'subtest' }): void {
    this.#settle(indent);
    if (indent > this.#levels.top.indent) this.#indent(indent);
    this.#forgetSubtests(indent);
    if (this.#subtests.length < DEEPEST) this.#subtests.push({ indent, name });
    this.#tool.hasSubtests = true;
  }

  #readComment({ indent, text }: TapLine & { kind: 'comment' }): void {
    const durationMs = parseRunDuration(text);
    if (durationMs !== undefined && indent === 0) this.#output.tell({ durationMs });
    const isLast =
      indent === 0 && this.#levels.root.points > 0 && this.#describeMissing() === undefined;
    if (isLast) countIn(this.#declared, text);
    if (indent === 0 && this.#tool.hasGroups) {
      this.#settle(0);
      this.#tool.beginGroup(text);
    } else if (this.#point?.isOk === false) this.#point.addComment(text);
  }

  #beginFile(text: string): void {
    const file = proveFile(text);
    if (file !== undefined && this.#isEmpty) this.#output.provedFile = file;
    // The last line of prove, which may fail a run for its exit statuses alone.
    if (this.#hasFiles && text === 'Result: FAIL') this.#output.tell({ status: 'failed' });
    this.#hasFiles ||= file !== undefined;
  }

  #endFile(text: string): void {
    const exit = extractExitStatus(text);
    const isExplained = this.#levels.root.hasFailed || this.#point?.isFailed === true;
    if (exit !== undefined && !isExplained && this.#describeMissing() === undefined) {
      this.#output.fail({ message: exit });
    }
    this.#endRun();
  }

  #bail(reason: string): void {
    this.#settle(0);
    // A report that only bails out shows no other tool.
    this.#output.tell({ framework: this.#tool.framework });
    if (!this.#hasBailed)
      this.#output.fail({ message: reason === '' ? 'Bail out!' : `Bail out! ${reason}` });
    this.#hasBailed = true;
    this.#isEmpty = false;
  }

  /** The end of one run; another may follow in the same report. */
  #endRun(): void {
    const missing = this.#describeMissing();
    this.#finish();
    if (missing !== undefined)
      this.#output.fail({ message: missing.replace(/^it ends/, 'The run ended') });
    this.#levels = new TapLevels();
    this.#tool.beginRun();
    this.#output.provedFile = undefined;
    this.#hasBailed = false;
    this.#isEmpty = true;
  }

  #finish(): void {
    this.#settle(0);
    this.#flushOrphans(0);
    const { failures, excused } = this.#declared;
    this.#counts.declare({ failures: failures - excused });
    this.#declared = buildEmptyRunCounts();
    const { plan, points } = this.#levels.root;
    if (plan !== undefined && points > plan) {
      this.#output.fail({ message: `The plan is ${formatCount(plan, 'test')}, and ${points} ran` });
    }
  }

  /** Why the run is not whole; undefined if it is. */
  #describeMissing(): string | undefined {
    if (this.#hasBailed || (this.#isEmpty && this.#output.provedFile === undefined))
      return undefined;
    const { plan, points } = this.#levels.root;
    if (plan === undefined) return `it ends after ${formatCount(points, 'test')}, without a plan`;
    return points < plan ? `it ends after ${points} of ${formatCount(plan, 'test')}` : undefined;
  }

  /** Adds the last test, unless deeper lines begin its braces. */
  #settle(indent: number): void {
    const point = this.#point;
    if (point === undefined) return;
    this.#point = undefined;
    this.#block = undefined;
    if (!point.isOk && !point.isFailed) this.#declared.excused++;
    const children = this.#children;
    this.#children = undefined;
    if (children !== undefined) this.#endSuite(children, point);
    else if (point.hasBrace && indent > point.indent && this.#levels.depth < DEEPEST) {
      this.#levels.open(new TapLevel(indent, { name: point.suite, opener: point }));
    } else this.#addPoint(point);
  }

  #closeBraces(indent: number): void {
    if (this.#point !== undefined && this.#point.hasBrace && this.#point.indent === indent) {
      this.#point.hasEmptyBraces = true;
      this.#settle(indent);
      return;
    }
    this.#settle(indent);
    this.#flushOrphans(indent);
  }

  /** Closes deeper levels, and returns the one whose tests are subtests of a test with this indentation. */
  #dedent(indent: number): TapLevel | undefined {
    while (this.#levels.top.indent > indent) {
      const level = this.#levels.pop();
      if (level === undefined) return undefined;
      const isChild = level.opener === undefined && this.#levels.top.indent <= indent;
      if (isChild && level.points > 0) return level;
      this.#endOrphan(level);
    }
    return undefined;
  }

  /** Closes deeper levels that no test claims, and those in braces, whose test is before them. */
  #flushOrphans(indent: number): void {
    while (this.#levels.top.indent > indent) {
      const level = this.#levels.pop();
      if (level === undefined) return;
      this.#endOrphan(level);
    }
  }

  #endOrphan(level: TapLevel): void {
    if (level.opener !== undefined) this.#endSuite(level, level.opener);
    else for (const result of this.#levels.takeHeld(level, level.name)) this.#add(result);
  }

  /** Opens a level for a deeper indentation, named by the comment in front of it. */
  #indent(indent: number): void {
    const { top } = this.#levels;
    if (indent <= top.indent || this.#levels.depth >= DEEPEST) return;
    const named = this.#subtests.findLast((one) => one.indent < indent && one.indent >= top.indent);
    this.#levels.open(new TapLevel(indent, { name: named?.name }));
  }

  #forgetSubtests(indent: number): void {
    while ((this.#subtests.at(-1)?.indent ?? -1) >= indent) this.#subtests.pop();
  }

  #endSuite(level: TapLevel, point: TapPoint): void {
    const name = level.name ?? point.suite;
    for (const result of this.#levels.takeHeld(level, name)) this.#add(result);
    if (level.points === 0) {
      this.#addPoint(point);
      return;
    }
    const file = this.#levels.depth === 1 && isPath(name) ? name : undefined;
    const ownError = hasFailedItself(level, point)
      ? point.buildError(this.#output.sentPath)
      : undefined;
    if (ownError !== undefined) {
      this.#levels.top.hasFailed = true;
      this.#output.fail(ownError, [...this.#levels.names, name]);
    }
    if (file !== undefined) this.#output.addFile(file, point.durationMs);
  }

  #addPoint(point: TapPoint): void {
    if (point.isFailed) this.#levels.top.hasFailed = true;
    const title = point.title;
    const isFile = this.#levels.depth === 1 && isPath(title);
    if (point.isFailed && (isFile || SETUP_OF_BATS.test(title))) {
      this.#output.fail(point.buildError(this.#output.sentPath), [title]);
      return;
    }
    this.#tool.seeResult(point);
    const result = point.result(this.#output.sentPath);
    const group = this.#tool.findGroup(point);
    this.#add(
      group === undefined ? result : { ...result, titlePath: [group, ...result.titlePath] },
    );
  }

  /** Adds a result with the titles around it, or keeps it until they are known. */
  #add(result: IngestResult): void {
    const placed = this.#levels.placed(result);
    if (placed === undefined) return;
    this.#output.tell({ framework: this.#tool.framework });
    this.#output.add(placed);
  }
}

const KINDS_OF_TAP: ReadonlySet<TapLine['kind']> = new Set(['point', 'plan', 'version', 'bail']);

// Deeper subtests are tests of the deepest suite.
const DEEPEST = 90;

const SETUP_OF_BATS = /^(?:(?:setup|teardown)_(?:file|suite) failed|bats-gather-tests)$/;

/** Whether a test with subtests failed for another reason than a failing subtest. */
function hasFailedItself(level: TapLevel, point: TapPoint): boolean {
  if (!point.isFailed) return false;
  const type = point.diagnostics.get('failureType');
  return type === undefined ? !level.hasFailed : type !== 'subtestsFailed';
}

/** ` duration_ms 452.6` of Node, or ` time=9.118ms` of node-tap. */
function parseRunDuration(text: string): number | undefined {
  const found = /^ (?:duration_ms |time=)(\d{1,12}(?:\.\d{1,12})?)(?:ms)?$/.exec(text);
  return found === null ? undefined : Math.round(Number(found[1]));
}

interface RunCounts {
  /** Whether the summary has begun: a comment of a test may look like its other lines. */
  hasTests: boolean;
  failures: number;
  /** Tests that are not ok, and to do or skipped: tools count them as failures, too. */
  excused: number;
}

function buildEmptyRunCounts(): RunCounts {
  return { hasTests: false, failures: 0, excused: 0 };
}

/** ` tests 5` and behind it ` fail  2` of tape, ` fail 2` of Node and Mocha. */
function countIn(counts: RunCounts, text: string): void {
  counts.hasTests ||= /^ ?tests {1,2}\d{1,9}$/.test(text);
  const failures = Number(/^ ?fail {1,2}(\d{1,9})$/.exec(text)?.[1] ?? 0);
  if (counts.hasTests) counts.failures = Math.max(counts.failures, failures);
}
