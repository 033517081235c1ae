import type { Invocation } from '../../invocation/invocation.ts';
import { checkKey } from './check-key.ts';
import { checkReporters } from './check-reporter.ts';
import { checkServer } from './check-server.ts';
import { checkSpool, checkRefused } from './check-spool.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { addMarkdownOption } from '../../flags/filter-options.ts';
import type { Answer } from '../../terminal/answer.ts';
import { readSvcVersion } from '../../version.ts';
import { renderChecksMarkdown, formatChecks, type Check } from './doctor-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import type { World } from '../../world.ts';

/** `svc doctor`. */
export const declareDoctor: DeclareCommand = (command, run) => {
  command
    .description('Checks Node, the server, clocks, the key, saved runs and the test configuration.')
    .action(() => run(command, runDoctor));
  addMarkdownOption(command);
};

/** Checks everything between a test run and the server, and says how to fix problems. */
async function runDoctor(invocation: Invocation): Promise<Answer> {
  const { settings, world } = invocation;
  const server = await checkServer({ url: settings.url, svcVersion: readSvcVersion(), world });
  const found = [
    checkNode(readSvcVersion(), world),
    server,
    await checkKey(invocation, server.status !== 'failed'),
    await checkSpool(invocation),
    await checkRefused(invocation),
    ...(await checkReporters(invocation.directory)),
  ];
  const checks = found.filter((check) => check !== undefined);
  return {
    data: { checks },
    text: (look) => formatChecks(makeTerminalSafe(checks), look),
    markdown: () => renderChecksMarkdown(makeTerminalSafe(checks)),
    exitStatus: checks.find(({ status }) => status === 'failed')?.exitStatus ?? 0,
  };
}

// As in package.json.
const OLDEST_NODE = { major: 20, minor: 19 };

/** Checks whether this Node can run svc. The text contains the version, for bug reports. */
function checkNode(svcVersion: string, { nodeVersion, platform, arch }: World): Check {
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
