import { existsSync } from 'node:fs';

/**
 * The path on disk of a file that a browser knows by Vite's address for it, which has another port in
 * every run: `http://localhost:63315/src/cart.test.ts?import&browserv=1`. Anything else stays as it is.
 * @param root where Vitest has its root.
 */
export function servedPath(file: string, root: string): string {
  const path = /^https?:\/\/[^/]+(\/[^?#]*)/.exec(file)?.[1];
  if (path === undefined) return file;
  const places = [path.replace(/^\/@fs(?:\/(?=[A-Za-z]:))?/, ''), root + path];
  return places.find((place) => existsSync(place)) ?? file;
}
