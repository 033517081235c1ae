/** Chat whose incoming webhooks require a message format of their own. */
export interface Chat {
  name: string;
  format: 'slack' | 'teams' | 'discord';
  /** False if the address may also belong to a workflow that accepts any JSON. */
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
  // Discord accepts messages in Slack's format at this path.
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

/** The chat to which an address belongs, judged by host and path; undefined for any other address. */
export function findChat(address: string): Chat | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  return CHATS.find(({ host, path }) => host.test(hostname) && path.test(pathname));
}
