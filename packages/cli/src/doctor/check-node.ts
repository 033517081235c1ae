import type { Check } from './check.ts';

const OLDEST_NODE = 20;

/** Checks whether this Node can run svc. The text contains the version, for bug reports. */
export function checkNode(svcVersion: string, { versions, platform, arch }: NodeJS.Process): Check {
  const [major = '', minor = ''] = versions.node.split('.');
  const text = `svc ${svcVersion} · node ${major}.${minor} · ${platform} ${arch}`;
  if (Number(major) >= OLDEST_NODE) return { name: 'svc', status: 'ok', text, advice: [] };
  return {
    name: 'svc',
    status: 'warning',
    text,
    advice: [`svc needs Node ${OLDEST_NODE} or later`],
  };
}
