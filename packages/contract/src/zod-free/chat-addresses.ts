/** A chat whose incoming webhooks read messages of their own format. */
export interface Chat {
  name: string;
  format: 'slack' | 'teams' | 'discord';
  /** False where the address may also belong to a workflow that reads any JSON. */
  isCertain: boolean;
}

const CHATS: readonly (Chat & { host: RegExp; path: RegExp })[] = [
  {
    name: 'Slack',
    format: 'slack',
    isCertain: true,
    host: /^hooks\.slack(?:-gov)?\.com$/,
    path: /^\/services\//,
  },
  // Discord reads messages for Slack at this path.
  {
    name: 'Discord',
    format: 'slack',
    isCertain: true,
    host: /(?:^|\.)discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\/.*\/slack\/?$/,
  },
  {
    name: 'Discord',
    format: 'discord',
    isCertain: true,
    host: /(?:^|\.)discord(?:app)?\.com$/,
    path: /^\/api\/(?:v\d+\/)?webhooks\//,
  },
  { name: 'Teams', format: 'teams', isCertain: true, host: /\.webhook\.office\.com$/, path: /^/ },
  { name: 'Teams', format: 'teams', isCertain: false, host: /\.logic\.azure\.com$/, path: /^/ },
  {
    name: 'Teams',
    format: 'teams',
    isCertain: false,
    host: /\.environment\.api\.powerplatform\.com$/,
    path: /\/workflows\//,
  },
];

/** The chat that an address belongs to, as far as it shows. */
export function chatAt(address: string): Chat | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  return CHATS.find(({ host, path }) => host.test(hostname) && path.test(pathname));
}
