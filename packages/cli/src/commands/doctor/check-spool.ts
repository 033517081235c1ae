import { dirname, relative } from 'node:path';
import { listSpool, listRefusedFiles } from '@svc/reporter-core/spool/spool';
import type { CommandContext } from '../../context/command-context.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { quoteShellWord } from '../../errors/proposed-command.ts';
import { listRunFolders, buildResendCommand } from '../upload/saved-runs/upload-plan.ts';
import type { Check } from './doctor-text.ts';
import { listSpoolFolders } from '@svc/reporter-core/spool/spool-folders';

/** Checks whether runs of this project wait to be sent; undefined when none do. */
export async function checkSpool({
  directory,
  settings,
}: CommandContext): Promise<Check | undefined> {
  const { entries, unreadable } = await listSpool(directory);
  const [first] = [...entries.map(({ path }) => path), ...unreadable];
  if (first === undefined) return undefined;
  const count = formatCount(entries.length + unreadable.length, 'saved run');
  const others = entries.filter(({ url }) => url !== settings.url);
  const isAnyForUs = entries.length + unreadable.length > others.length;
  const folders = listRunFolders(others, directory).map(quoteShellWord).join(' ');
  return {
    name: 'spool',
    status: 'warning',
    text: `${count} in ${relative(directory, dirname(first)) || '.'}`,
    advice: [
      ...(isAnyForUs ? ['send them: svc upload'] : []),
      ...Array.from(
        new Set(others.map(({ url }) => url)),
        (url) => `send those for another server: svc upload --url ${quoteShellWord(url)}`,
      ),
      ...(others.length > 0 ? [`or send them to ${settings.url}: svc upload ${folders}`] : []),
    ],
  };
}

/** Checks whether the server refused runs of this project; undefined when it refused none. */
export async function checkRefused({
  directory,
}: Pick<CommandContext, 'directory'>): Promise<Check | undefined> {
  const refused = await listRefusedFiles(listSpoolFolders(directory));
  const newest = refused.at(-1);
  if (newest === undefined) return undefined;
  return {
    name: 'refused',
    status: 'warning',
    text: `${formatCount(refused.length, 'refused run')} in ${relative(directory, dirname(newest)) || '.'}`,
    advice: [
      `once the cause is fixed, send ${refused.length === 1 ? 'it' : 'one'} again: ${buildResendCommand(newest, directory)}`,
    ],
  };
}
