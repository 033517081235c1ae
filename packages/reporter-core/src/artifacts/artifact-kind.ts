import type { ArtifactKind } from '@svc/contract/executions/ingest';

/** The content type by file extension. `application/octet-stream` for unknown extensions. */
export function chooseContentType(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return CONTENT_TYPES.get(ending) ?? 'application/octet-stream';
}

/** The kind of an artifact, by its content type and, if that is too general, by its name. */
export function classifyArtifact(contentType: string, name: string): ArtifactKind {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type.startsWith('image/')) return SNAPSHOT_NAME.test(name) ? 'snapshot' : 'screenshot';
  if (type.startsWith('video/')) return 'video';
  if (/\btrace\b/i.test(name)) return 'trace';
  if (/\bsnapshot\b/i.test(name)) return 'snapshot';
  if (type === 'text/html' || type === 'application/pdf') return 'report';
  return type.startsWith('text/') ? 'log' : 'other';
}

// The three images of a visual comparison, as frameworks name them.
const SNAPSHOT_NAME = /(?:^|[-_.\s])(?:expected|actual|diff|previous|snapshot)(?:[-_.\s]|$)/i;

// Types that test frameworks write. The server decides what a browser may show, so a longer list would change only
// the display.
const CONTENT_TYPES = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    webm: 'video/webm',
    mp4: 'video/mp4',
    zip: 'application/zip',
    gz: 'application/gzip',
    json: 'application/json',
    har: 'application/json',
    xml: 'application/xml',
    pdf: 'application/pdf',
    html: 'text/html',
    htm: 'text/html',
    css: 'text/css',
    csv: 'text/csv',
    md: 'text/markdown',
    txt: 'text/plain',
    log: 'text/plain',
    yml: 'text/yaml',
    yaml: 'text/yaml',
  }),
);
