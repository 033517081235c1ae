/* oxlint-disable no-console -- speaks to the person who starts the image */
// The image has no shell. This file stands beside the server's package.json, and starts the command that the
// arguments name: `docker run <image> svc-admin migrate`.

const COMMANDS = {
  'svc-server': () => runBin('svc-server'),
  'svc-admin': () => runBin('svc-admin'),
  // A command of svc-server, which reads this argument itself.
  demo: () => import('./bin/svc-server.js'),
  healthcheck: checkHealth,
};

const [, , command = 'svc-server'] = process.argv;
if (Object.hasOwn(COMMANDS, command)) {
  await COMMANDS[command]();
} else {
  console.error(`svc: the image has no command '${command.replaceAll(/\p{Cc}/gu, '?')}'`);
  console.error(`try: ${Object.keys(COMMANDS).join(', ')}`);
  process.exitCode = 2;
}

/** The command reads its own arguments. */
function runBin(name) {
  process.argv.splice(2, 1);
  return import(`./bin/${name}.js`);
}

/** Exits with 0 if the server can answer requests. */
async function checkHealth() {
  try {
    const { status } = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`, {
      signal: AbortSignal.timeout(5_000),
    });
    if (status === 200) return;
    console.error(`svc: /readyz answered ${status}`);
  } catch (error) {
    console.error(`svc: /readyz did not answer: ${error.cause?.message ?? error.message}`);
  }
  process.exitCode = 1;
}
