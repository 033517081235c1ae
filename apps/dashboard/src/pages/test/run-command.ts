/**
 * The command that runs this one test; null for a framework that svc knows no command for. Title and file come from an
 * upload, so that both are quoted for a POSIX shell, and the title is escaped as the regular expression that the
 * frameworks take it for.
 */
export function runCommand({
  framework,
  file,
  titlePath,
}: {
  framework: string;
  file: string;
  titlePath: readonly string[];
}): string | null {
  const command = COMMANDS.get(framework);
  if (command === undefined || hasControls(file)) return null;
  // A file that begins with a dash would be read as an option.
  const place = quoted(file.startsWith('-') ? `./${file}` : file);
  const title = titlePath.join(' ');
  if (title === '' || hasControls(title)) return `${command.run} ${place}`;
  return `${command.run} ${place} ${command.titleOption} ${quoted(escaped(title))}`;
}

const COMMANDS = new Map([
  ['vitest', { run: 'npx vitest run', titleOption: '-t' }],
  ['jest', { run: 'npx jest', titleOption: '-t' }],
  ['playwright', { run: 'npx playwright test', titleOption: '-g' }],
]);

/** Control characters, also those that turn the direction of text: what is pasted must be what is read. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
