import { randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../errors/exit.ts';
import type { ConfigFile, StoredContext } from './config-file.ts';

/**
 * Replaces the config file at once: another svc reads the old or the new one. The file is 0600, and its folder 0700.
 * @throws CommandError when it cannot be written.
 */
export async function writeConfigFile({ path, contexts, current }: ConfigFile): Promise<void> {
  // A link into a repository of settings stays a link.
  const target = await realpath(path).catch(() => path);
  const document = {
    ...(current === undefined ? {} : { current }),
    contexts: Object.fromEntries(contexts.map(({ name, ...entry }) => [name, entry])),
  };
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // An earlier program or an editor may have made the folder.
    await chmod(dirname(path), 0o700);
    await writeFile(temporary, `${JSON.stringify(document, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `the config file cannot be written: ${reason}`,
      'set XDG_CONFIG_HOME to a folder of your own',
      4,
    );
  }
}

/** The file with this context, which becomes the current one and replaces an earlier one of its name. */
export function withContext(config: ConfigFile, context: StoredContext): ConfigFile {
  const others = config.contexts.filter(({ name }) => name !== context.name);
  return { ...config, contexts: [...others, context], current: context.name };
}

/** The file without a context. If it was the current one, none is current. */
export function withoutContext(config: ConfigFile, removed: string): ConfigFile {
  return {
    ...config,
    contexts: config.contexts.filter(({ name }) => name !== removed),
    current: config.current === removed ? undefined : config.current,
  };
}
