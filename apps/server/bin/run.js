/* oxlint-disable no-console -- speaks to the person who starts the command */
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain code, so that an old Node ends with an error that names it, and not with a syntax error.

/** Loads a module of the build, unless this Node is older than the oldest one in `engines`. */
export async function run(command, load) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const oldest = Number.parseInt(/\d+/.exec(manifest.engines.node)[0], 10);
  if (Number.parseInt(process.versions.node, 10) >= oldest) {
    // Beside the code, so that nobody can replace the one who cannot replace the other. If that folder cannot be
    // written, as in an image, Node goes without.
    module.enableCompileCache(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
    await load();
  } else {
    console.error(`${command}: requires Node.js ${oldest}; this is ${process.versions.node}`);
    console.error(`try: npx -y -p node@${oldest} -p @svc/server ${command}`);
    process.exitCode = 2;
  }
}
