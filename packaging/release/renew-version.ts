/**
 * A text with the next version where it names what one builds or installs: the chart, the tag of the image and tarballs.
 * The change log keeps its versions.
 */
export function renewVersion(text: string, before: string, next: string): string {
  const version = before.replaceAll('.', String.raw`\.`);
  const place = /(?:^(?:version|appVersion): |\bsvc:|\bsvc-[a-z-]+-)/.source;
  return text.replaceAll(new RegExp(`(${place})${version}(?![\\w-]|\\.\\d)`, 'gm'), `$1${next}`);
}
