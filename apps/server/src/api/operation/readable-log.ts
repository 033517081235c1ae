import { prettyFactory } from 'pino-pretty';

/** One readable line for each entry of the log, for a person who reads along at a terminal. */
export function createReadableLog(output: NodeJS.WriteStream): { write(entry: string): void } {
  const pretty = prettyFactory({
    colorize: output.hasColors(),
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId,method,path,status,durationMs,organizationId,credentialId',
    messageFormat: (entry, messageKey) =>
      'method' in entry
        ? `${String(entry['method'])} ${String(entry['path'])} ${String(entry['status'])} in ${String(entry['durationMs'])} ms`
        : String(entry[messageKey]),
  });
  return { write: (entry) => void output.write(pretty(entry) ?? '') };
}
