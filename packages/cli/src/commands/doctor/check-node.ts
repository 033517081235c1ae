import type { Check } from './doctor-text.ts';
import type { World } from '../../world.ts';

// As in package.json.
const OLDEST_NODE = { major: 20, minor: 19 };

/** Checks whether this Node can run svc. The text contains the version, for bug reports. */
export function checkNode(svcVersion: string, { nodeVersion, platform, arch }: World): Check {
  const [major = '', minor = ''] = nodeVersion.split('.');
  const text = `svc ${svcVersion} · node ${major}.${minor} · ${platform} ${arch}`;
  const isNew =
    Number(major) > OLDEST_NODE.major ||
    (Number(major) === OLDEST_NODE.major && Number(minor) >= OLDEST_NODE.minor);
  if (isNew) return { name: 'svc', status: 'ok', text, advice: [] };
  return {
    name: 'svc',
    status: 'warning',
    text,
    advice: [`svc requires Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or later`],
  };
}
