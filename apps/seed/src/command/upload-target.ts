import { parseServerUrl } from './cli-options.ts';

export interface UploadTarget {
  url?: string | undefined;
  apiKey?: string | undefined;
}

/**
 * Where to upload the history, only if an option asks for an upload: a terminal in which `SVC_URL` and `SVC_API_KEY` are
 * set for a reporter must not get invented results into the organization of that key.
 */
export function chooseUploadTarget(options: UploadTarget, env: NodeJS.ProcessEnv): UploadTarget {
  if (options.url === undefined && options.apiKey === undefined) return {};
  const url = env['SVC_URL'] || undefined;
  return {
    url: options.url ?? (url === undefined ? undefined : parseServerUrl(url)),
    apiKey: options.apiKey ?? (env['SVC_API_KEY'] || undefined),
  };
}
