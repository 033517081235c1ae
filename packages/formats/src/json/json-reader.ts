import type { BatchCollector } from '../report-batch.ts';
import type { JsonListListener } from './json-list.ts';

/** Reads one tool's JSON report: where its long list is, and what its parts mean. */
export interface JsonReader extends JsonListListener {
  listPath: readonly string[];
}

export type MakeJsonReader = (
  into: BatchCollector,
  sentPath: (path: string) => string,
) => JsonReader;
