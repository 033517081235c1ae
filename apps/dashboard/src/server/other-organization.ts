import { getSitePath, loadSitePage } from './site.ts';

// Another svc may be at another path of this host.
const CHANNEL = new BroadcastChannel(`svc-organization ${getSitePath()}`);

/** Goes to the overview of the organization that the session acts for now, in every tab of this browser. */
export function openOrganization(): void {
  // Unlike a window, a channel has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  CHANNEL.postMessage('changed');
  openOverview();
}

/**
 * Leaves the page when another tab goes to another organization: what this one shows belongs to the one before, and
 * what it does next would happen in the other. Returns the way to stop.
 */
export function followOrganization(): () => void {
  CHANNEL.addEventListener('message', openOverview);
  return () => CHANNEL.removeEventListener('message', openOverview);
}

function openOverview(): void {
  loadSitePage('/');
}
