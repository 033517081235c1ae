import manifest from '../package.json' with { type: 'json' };

/** Who sends, as the server and its log show it. */
export const SENDER = { name: '@svc/action', version: manifest.version };
