import manifest from '../package.json' with { type: 'json' };

/** Name and version of the sender, as the server and its log show them. */
export const SENDER = { name: '@svc/action', version: manifest.version };
