import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { EXIT_STATUSES } from '../../packages/cli/src/errors/exit.ts';
import { COMMANDS } from '../../packages/cli/src/commands/command-list.ts';
import { runProgram } from '../../packages/cli/src/run-program.ts';
import type { World } from '../../packages/cli/src/world.ts';

/** `docs/read/cli.md`: the help of every command, as `svc help` prints it at 80 columns. */
export async function renderCliPage(): Promise<string> {
  const root = await readHelp([]);
  const sections = [];
  for (const { name } of COMMANDS) sections.push(...(await renderCommand([name], 2)));
  return `---
title: The svc command
description: Every command of svc with its arguments, flags and examples, and the exit codes.
---

For people who ask svc from a terminal or a script. \`svc help <command>\` prints the same text. This page is generated
from the command: do not edit it, run \`pnpm docs:pages\`.

Install the command with \`npm install --global @svc/cli\`. \`npx @svc/cli\` is the same without installing it. svc reads
the server's address from \`SVC_URL\` and the key from \`SVC_API_KEY\`, or from what \`svc login\` stored.

## Global flags

Every command has these flags.

${fence(pickBlock(root, 'Options'))}

## Exit codes

| code | meaning |
| ---- | ------- |
${EXIT_STATUSES.map(({ status, meaning }) => `| ${status} | ${meaning} |`).join('\n')}

${sections.join('\n\n')}
`;
}

async function renderCommand(path: readonly string[], level: number): Promise<string[]> {
  const help = await readHelp(path);
  const inner = pickBlock(help, 'Commands')
    .split('\n')
    .flatMap((line) => /^ {2}([a-z][\w-]*)/.exec(line)?.[1] ?? [])
    .filter((name) => name !== 'help');
  const below = [];
  for (const name of inner) below.push(...(await renderCommand([...path, name], level + 1)));
  const heading = `${'#'.repeat(Math.min(level, 3))} svc ${path.join(' ')}`;
  return [`${heading}\n\n${fence(withoutBlock(help, 'Global Options'))}`, ...below];
}

/** Blocks of a help start with their name and a colon, and end at an empty line. */
function pickBlock(help: string, name: string): string {
  const block = help.split('\n\n').find((text) => text.startsWith(`${name}:\n`));
  return block?.slice(block.indexOf('\n') + 1) ?? '';
}

function withoutBlock(help: string, name: string): string {
  const blocks = help.split('\n\n').filter((text) => !text.startsWith(`${name}:\n`));
  return blocks.join('\n\n');
}

function fence(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

async function readHelp(path: readonly string[]): Promise<string> {
  const stdout = new Text();
  const status = await runProgram(['help', ...path], makeWorld(stdout));
  if (status !== 0) throw new Error(`svc help ${path.join(' ')} exits with ${status}`);
  return stdout.text.trim();
}

class Text extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** A world without terminal, network and settings: help needs none of them. */
function makeWorld(stdout: Writable): World {
  return {
    env: {},
    directory: '/',
    platform: 'linux',
    arch: 'x64',
    nodeVersion: '24.0.0',
    stdin: Readable.from([]),
    stdout,
    stderr: new Text(),
    events: new EventEmitter(),
    clock: { now: () => new Date(0) },
    timeZone: 'UTC',
    temporaryDirectory: '/tmp',
    fetch: () => Promise.reject(new Error('help asks no server')),
    showsLinks: () => Promise.resolve(false),
    start: () => Promise.reject(new Error('help starts no command')),
  };
}
