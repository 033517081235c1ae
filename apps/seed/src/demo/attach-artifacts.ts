import { hash } from 'node:crypto';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { PAYMENT_PAGE, PAYMENT_TRACE, SEARCH_PAGE } from './contents.ts';

type Artifact = NonNullable<IngestResult['artifacts']>[number];
type Content = Buffer<ArrayBuffer>;

/** Adds what Playwright attaches to failed attempts. Returns the contents by `clientId`. */
export function attachArtifacts(body: IngestBody): {
  body: IngestBody;
  contents: Map<string, Content>;
} {
  const contents = new Map<string, Content>();
  if (body.execution.framework !== 'playwright') return { body, contents };
  const results = body.results.map((result, index) => {
    const artifacts = buildArtifacts(result, { prefix: `${index}`, contents });
    return artifacts.length === 0 ? result : { ...result, artifacts };
  });
  return { body: { ...body, results }, contents };
}

function buildArtifacts(
  { file, attempts = [] }: IngestResult,
  { prefix, contents }: { prefix: string; contents: Map<string, Content> },
): Artifact[] {
  const scene = SCENES.find(({ path }) => file.startsWith(path));
  if (scene === undefined) return [];
  return attempts.flatMap(({ status }, at) => {
    if (!isFailure(status)) return [];
    const attempt = at + 1;
    const kept: Omit<Artifact, 'clientId' | 'sizeBytes' | 'sha256' | 'attempt'>[] = [
      { name: `test-failed-${attempt}.png`, kind: 'screenshot', contentType: 'image/png' },
      // As with `trace: 'on-first-retry'`.
      ...(attempt === 2 && scene.trace !== null
        ? [{ name: 'trace.zip', kind: 'trace' as const, contentType: 'application/zip' }]
        : []),
    ];
    return kept.map((artifact) => {
      const content = (artifact.kind === 'trace' ? scene.trace : scene.page) ?? scene.page;
      const clientId = `${prefix}-${attempt}-${artifact.kind}`;
      contents.set(clientId, content);
      const sha256 = hash('sha256', content, 'hex');
      return { ...artifact, clientId, sizeBytes: content.length, sha256, attempt };
    });
  });
}

const decode = (base64: string): Content => Buffer.from(base64, 'base64');

/** What the pages of some tests look like. */
const SCENES: { path: string; page: Content; trace: Content | null }[] = [
  { path: 'tests/checkout/payment', page: decode(PAYMENT_PAGE), trace: decode(PAYMENT_TRACE) },
  { path: 'tests/browse/search', page: decode(SEARCH_PAGE), trace: null },
];
