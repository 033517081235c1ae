import { dirname, relative } from 'node:path';
import { refusedFiles } from '@svc/reporter-core/spool/spool';
import { spoolFolders } from '@svc/reporter-core/spool/spool-folders';
import type { CommandContext } from '../../context/command-context.ts';
import { counted } from '@svc/analysis/text/numbers';
import { resendCommand } from '../upload/saved-runs/upload-plan.ts';
import type { Check } from './doctor-text.ts';

/** Checks whether the server refused runs of this project; undefined when it refused none. */
export async function checkRefused({
  directory,
}: Pick<CommandContext, 'directory'>): Promise<Check | undefined> {
  const refused = await refusedFiles(spoolFolders(directory));
  const newest = refused.at(-1);
  if (newest === undefined) return undefined;
  return {
    name: 'refused',
    status: 'warning',
    text: `${counted(refused.length, 'refused run')} in ${relative(directory, dirname(newest)) || '.'}`,
    advice: [
      `once the cause is fixed, send ${refused.length === 1 ? 'it' : 'one'} again: ${resendCommand(newest, directory)}`,
    ],
  };
}
