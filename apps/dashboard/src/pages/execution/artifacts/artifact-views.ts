import type { Artifact } from '@svc/contract/executions/executions';

/** How the page shows an artifact. Everything that is not listed here is only a download. */
export type ArtifactView = 'image' | 'video' | 'text' | 'trace' | 'download';

// The types that the server sends inline. SVG and HTML are not among them: they can run scripts.
const IMAGES = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const VIDEOS = /^video\/(?:mp4|webm|ogg|quicktime)$/;
const TEXTS =
  /^text\/(?:plain|markdown|csv|x-log|x-diff|yaml)$|^application\/(?:json|yaml|x-ndjson)$/;

export function chooseView({ kind, contentType, name }: Artifact): ArtifactView {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (IMAGES.test(type)) return 'image';
  if (VIDEOS.test(type)) return 'video';
  if (TEXTS.test(type)) return 'text';
  // Playwright calls the file just `trace`.
  const isZip = /\.zip$/i.test(name) || (type === 'application/zip' && !name.includes('.'));
  return kind === 'trace' && isZip ? 'trace' : 'download';
}

/** A signed address on the origin of this page, whatever address the server believes to have. */
export function toLocalPath(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return `${pathname}${search}`;
}

/** Opens a trace in the viewer, which reads it from its own host, where the server may be at another path. */
export function buildTraceAddress(viewer: string, path: string): string {
  const address = new URL(viewer);
  address.searchParams.set(
    'trace',
    new URL(path.replace(/^.*?\/artifacts\//, '../artifacts/'), viewer).href,
  );
  return address.href;
}

/** The images of one comparison of screenshots. */
export interface ImageSet {
  name: string;
  expected: Artifact;
  actual: Artifact;
  diff: Artifact | null;
}

/** The screenshots that belong together: names that end in -expected, -actual and -diff, of the same attempt. */
export function groupImageSets(artifacts: readonly Artifact[]): ImageSet[] {
  const groups = new Map<string, { expected?: Artifact; actual?: Artifact; diff?: Artifact }>();
  for (const artifact of artifacts) {
    const [, name, part] = /^(.+)-(expected|actual|diff)(?:\.\w+)?$/.exec(artifact.name) ?? [];
    if (name === undefined || part === undefined || chooseView(artifact) !== 'image') continue;
    if (artifact.state !== 'stored') continue;
    const key = `${artifact.attempt ?? ''} ${name}`;
    groups.set(key, { ...groups.get(key), [part]: artifact });
  }
  return [...groups].flatMap(([key, { expected, actual, diff }]) =>
    expected === undefined || actual === undefined
      ? []
      : [{ name: key.slice(key.indexOf(' ') + 1), expected, actual, diff: diff ?? null }],
  );
}
