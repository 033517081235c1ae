import { parseTapPlace } from './tap-place.ts';
import type { TapPoint } from './tap-point.ts';

/** Recognizes which tool wrote the report, because TAP does not name it. */
export class TapTool {
  version: number | undefined;
  hasSubtests = false;
  #name: string | undefined;
  /** The comment before the next test: tape writes the name of a test above its assertions. */
  #group: string | undefined;
  #hasTests = false;

  get framework(): string {
    return this.#name ?? 'tap';
  }

  beginRun(): void {
    this.#group = undefined;
    this.#hasTests = false;
    this.version = undefined;
  }

  see(point: TapPoint, hasPlan: boolean): void {
    const isFirst = !this.#hasTests;
    this.#hasTests = true;
    if (!isFirst || this.#name !== undefined || this.version !== 13) return;
    const { hasDash, hasBrace } = point.description;
    if (hasPlan) this.#name = hasBrace ? 'vitest' : undefined;
    else if (!hasDash && !this.hasSubtests && this.#group !== undefined) this.#name = 'tape';
  }

  /** Only Node writes a block with a time below every test, and only Vitest joins a file with titles. */
  seeResult({ diagnostics, title }: TapPoint): void {
    if (this.#name !== undefined || this.version !== 13) return;
    if (this.hasSubtests && diagnostics.has('duration_ms')) this.#name = 'node:test';
    else if (!this.hasSubtests && parseTapPlace([title]).file !== undefined) this.#name = 'vitest';
  }

  /** Whether a comment is the name of a test of tape, not a remark about the last test. */
  get hasGroups(): boolean {
    return !this.#hasTests || this.#name === 'tape';
  }

  beginGroup(text: string): void {
    this.#group = text.trim().replace(/^(?:TODO|SKIP) /, '');
  }

  findGroup(point: TapPoint): string | undefined {
    return this.#name === 'tape' && point.indent === 0 ? this.#group : undefined;
  }
}
