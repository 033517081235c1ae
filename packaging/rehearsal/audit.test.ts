import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../public-packages.ts';

const ADVISORY = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-0000-0000-0000',
  title: 'Reads too much',
  severity: 'high',
  vulnerable_versions: '<99',
};

it.each<[what: string, status: number, body: object, exit: number, said: string]>([
  ['has no audit endpoint', 405, {}, 0, 'LEFT OUT: not checked, because the registry has no audit'],
  ['refuses', 403, {}, 1, 'ERR_PNPM_AUDIT'],
  ['knows a vulnerability', 200, { zod: [ADVISORY] }, 1, 'Reads too much'],
  ['knows none', 200, {}, 0, 'No known vulnerabilities found'],
])(
  '.ci/audit of a registry that %s',
  async (_, status, body, exit, said) => {
    const registry = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
    onTestFinished(() => void registry.close());
    const address = registry.address();
    const port = typeof address === 'object' ? address?.port : undefined;

    const audit = spawn(join(ROOT, '.ci/audit'), {
      env: { ...process.env, pnpm_config_registry: `http://127.0.0.1:${port}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await Promise.all([text(audit.stdout), once(audit, 'close')]);

    expect(output).toContain(said);
    expect(audit.exitCode).toBe(exit);
  },
  120_000,
);
