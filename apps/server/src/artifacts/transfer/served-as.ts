/** How a file is sent to a browser. */
export interface ServedAs {
  contentType: string;
  disposition: 'inline' | 'attachment';
}

/**
 * Decides how a browser may show a file. The sender chooses the type freely, so only types that cannot run scripts
 * are shown. All others, such as HTML, SVG and PDF, are downloads.
 */
export function chooseSafeContentType(declaredType: string): ServedAs {
  const type = (declaredType.split(';')[0] ?? '').trim().toLowerCase();
  if (SHOWN.has(type)) return { contentType: type, disposition: 'inline' };
  if (TEXTS.has(type)) return { contentType: 'text/plain; charset=utf-8', disposition: 'inline' };
  return { contentType: 'application/octet-stream', disposition: 'attachment' };
}

const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'application/json',
]);

const TEXTS = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/x-log',
  'text/x-diff',
  'text/yaml',
  'application/yaml',
  'application/x-ndjson',
]);
