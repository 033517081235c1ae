/** The path of the server, between slashes: `/`, or `/svc/`. The server writes it into index.html. */
export function getSitePath(): string {
  return document.documentElement.dataset['site'] ?? '/';
}

/** The address of a page or an interface of the server: `/svc/healthz` for `/healthz`. */
export function toSiteAddress(path: string): string {
  return getSitePath() + path.slice(1);
}

/** The address of the server, as reporters and commands take it: `https://example.com/svc`. */
export function getSiteUrl(): string {
  return window.location.origin + getSitePath().slice(0, -1);
}

/** The path of the open page below that of the server. */
export function getPagePath(): string {
  return window.location.pathname.slice(getSitePath().length - 1) || '/';
}

/** Opens a page by a new load of the document. */
export function loadSitePage(path: string): void {
  window.location.assign(toSiteAddress(path));
}
