import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeText } from '@svc/formats/text/decoded-text';
import { CommandError } from '../../../errors/exit.ts';
import { quoteShellWord } from '../../../errors/proposed-command.ts';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import { resolveOptions } from '@svc/reporter-core/options/options';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import type { Invocation } from '../../../invocation/invocation.ts';

/** A log that was read whole. */
export interface LogFile {
  /** As typed, or `stdin`. */
  name: string;
  text: string;
}

/** What `--log -` reads. */
export type LogInput = AsyncIterable<Uint8Array> & { isTTY?: boolean };

/** Of a log, in bytes. The server refuses a longer one. */
const LOG_BYTES = 5 * 1024 * 1024;

/**
 * Reads a CI job's log from a file, or from `input` if the name is `-`.
 * @throws CommandError for a missing, empty, binary or compressed log, and for one of more than 5 MB.
 */
export async function readLogFile(
  name: string,
  { directory, input }: { directory: string; input: LogInput },
): Promise<LogFile> {
  const isInput = name === '-';
  if (isInput && input.isTTY === true) {
    throw new CommandError(
      'stdin is a terminal, not a log',
      'gh run view --log-failed | svc analyze --log -',
    );
  }
  const bytes = isInput
    ? await readFirstBytes(input, name)
    : await readLogBytes(name, resolve(directory, name));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new CommandError(
      `'${name}' is compressed`,
      `gunzip -c ${quoteShellWord(isInput ? 'build.log.gz' : name)} | svc analyze --log -`,
    );
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4) {
    throw new CommandError(
      `'${name}' is a zip file`,
      `unzip -p ${quoteShellWord(isInput ? 'logs.zip' : name)} | svc analyze --log -`,
    );
  }
  let text = '';
  for await (const part of decodeText(streamChunk(bytes))) text += part;
  if (!isText(text)) {
    throw new CommandError(
      isInput ? 'stdin is not text' : `'${name}' is not text`,
      "pass the CI job's log as text: svc analyze --log build.log",
    );
  }
  if (text.trim() === '') {
    throw new CommandError(
      isInput ? 'the log on stdin is empty' : `the log '${name}' is empty`,
      'check the command that wrote it',
    );
  }
  return { name: isInput ? 'stdin' : name, text };
}

/** Terminals know few control characters, and text has few characters that cannot be decoded. */
function isText(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  // oxlint-disable-next-line no-control-regex
  const strange = sample.match(/[\u0000-\u0006\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return strange <= sample.length / 20;
}

const SAMPLE_CHARACTERS = 64 * 1024;

async function readLogBytes(name: string, path: string): Promise<Buffer> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) {
    throw new CommandError(
      `no log '${name}'`,
      'write a path from the current directory, or - for stdin',
    );
  }
  if (stats.isDirectory()) {
    throw new CommandError(`'${name}' is a folder, not a log`, 'name one log file of it');
  }
  if (stats.size > LOG_BYTES) throw buildTooLongError(name, formatBytes(stats.size));
  try {
    return await readFirstBytes(createReadStream(path), name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
      throw new CommandError(
        `the log '${name}' cannot be read (${error.code})`,
        `ls -l ${quoteShellWord(name)}`,
      );
    }
    throw error;
  }
}

async function readFirstBytes(input: AsyncIterable<Uint8Array>, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LOG_BYTES) throw buildTooLongError(name);
  }
  return Buffer.concat(chunks);
}

function buildTooLongError(name: string, size?: string): CommandError {
  const isInput = name === '-';
  const log = isInput ? 'the log on stdin' : `the log '${name}'`;
  return new CommandError(
    `${log} ${size === undefined ? 'is too long' : `has ${size}`}, and svc reads at most 5 MB`,
    isInput
      ? 'pass only its end: tail -c 5M build.log | svc analyze --log -'
      : `tail -c 5M ${quoteShellWord(name)} | svc analyze --log -`,
  );
}

async function* streamChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

type Secrets = Pick<Invocation, 'env' | 'settings'>;

/** What takes secrets out of texts, as reporters do. A verdict may quote any text that it read. */
export function createRedactor({ env, settings }: Secrets): (text: string) => string {
  const { redact: names } = resolveOptions({}, env);
  return makeRedact({ apiKey: settings.credential, env, names });
}

/** A log without secrets, within the limit. */
export function redactLog(text: string, secrets: Secrets): string {
  // A mask may be longer than the secret. The end of a log tells most.
  return createRedactor(secrets)(text).slice(-LOG_BYTES);
}
