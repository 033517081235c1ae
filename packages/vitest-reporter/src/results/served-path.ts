import { existsSync } from 'node:fs';

/**
 * The path on disk for the URL of a file that Vite serves to a browser, such as
 * `http://localhost:63315/src/cart.test.ts?import&browserv=1`. The port differs in every run. Other values stay
 * unchanged.
 * @param root Vitest's root folder.
 */
export function toDiskPath(file: string, root: string): string {
  const path = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(file)?.[1];
  if (path === undefined) return file;
  const places = [path.replace(/^\/@fs(?:\/(?=[A-Za-z]:))?/, ''), root + path];
  return places.find((place) => existsSync(place)) ?? file;
}
