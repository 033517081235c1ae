import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { SentPath } from '../report-parser.ts';
import { isTimeout } from '../text/text-error.ts';
import { parseTapDescription, type TapDescription } from './tap-description.ts';
import { parseTapDiagnostics, type TapDiagnostics } from './tap-diagnostics.ts';
import { buildTapError } from './tap-error.ts';
import type { TapLine } from './tap-line.ts';

/** One `ok` or `not ok`, with the lines below it. Tests before or below it may be its subtests. */
export class TapPoint {
  readonly indent: number;
  readonly isOk: boolean;
  readonly description: TapDescription;
  /** Whether tests in braces may begin now. */
  hasBrace: boolean;
  /** Whether a brace closes without a test before it. */
  hasEmptyBraces = false;
  readonly #number: number;
  readonly #comments: string[] = [];
  readonly #block: string[] = [];
  #characters = 0;
  #diagnostics: TapDiagnostics | undefined;

  constructor(
    { indent, isOk, text }: TapLine & { kind: 'point' },
    { number, isTimed }: { number: number; isTimed: boolean },
  ) {
    this.indent = indent;
    this.isOk = isOk;
    this.description = parseTapDescription(text, { isTimed });
    this.hasBrace = this.description.hasBrace;
    this.#number = number;
  }

  get title(): string {
    const { title, hasBrace } = this.description;
    // A brace without tests belongs to the title.
    const whole = hasBrace && !this.hasEmptyBraces ? `${title} {` : title;
    return whole === '' ? `test ${this.#number}` : whole;
  }

  /** The title of a suite whose tests are in its braces. */
  get suite(): string {
    return this.description.title || `test ${this.#number}`;
  }

  /** Whether it fails the run. */
  get isFailed(): boolean {
    return !this.isOk && this.description.directive === undefined;
  }

  get diagnostics(): TapDiagnostics {
    this.#diagnostics ??= parseTapDiagnostics(this.#block);
    return this.#diagnostics;
  }

  addComment(text: string): void {
    if (this.#reserveRoom(text)) this.#comments.push(text);
  }

  addToBlock(line: string): void {
    if (this.#reserveRoom(line)) this.#block.push(line);
  }

  get durationMs(): number {
    const written = Number(this.diagnostics.get('duration_ms') ?? Number.NaN);
    const block = Number.isFinite(written) ? Math.max(0, Math.round(written)) : undefined;
    return this.description.durationMs ?? block ?? 0;
  }

  buildError(sentPath: SentPath): TestError {
    const { diagnostics, title } = this;
    return buildTapError({ diagnostics, comments: this.#comments, title }, sentPath);
  }

  result(sentPath: SentPath): IngestResult {
    const errors = this.isFailed ? [this.buildError(sentPath)] : undefined;
    const status = this.#deriveStatus(errors);
    const { durationMs } = this;
    return {
      file: 'unknown',
      titlePath: [this.title],
      variant: this.description.browser,
      status,
      durationMs,
      attempts: errors === undefined ? undefined : [{ status, durationMs, errors }],
      annotations: this.#buildAnnotations(),
    };
  }

  #deriveStatus(errors: readonly TestError[] | undefined): ResultStatus {
    if (this.description.directive !== undefined) return 'skipped';
    if (errors === undefined) return 'passed';
    // Node: the suite or test around it failed first.
    if (this.diagnostics.get('failureType') === 'cancelledByParent') return 'interrupted';
    return errors.some(isTimeout) ? 'timedOut' : 'failed';
  }

  #buildAnnotations(): Annotation[] | undefined {
    const { directive: type, reason } = this.description;
    if (type === undefined) return undefined;
    return [reason === '' ? { type } : { type, description: reason }];
  }

  #reserveRoom(text: string): boolean {
    this.#characters += text.length + 1;
    return this.#characters <= MOST_CHARACTERS;
  }
}

// The contract's limit of one text, and twice that for the other values.
const MOST_CHARACTERS = 768 * 1024;
