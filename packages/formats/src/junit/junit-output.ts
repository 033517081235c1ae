/** The text of a `system-out` or `system-err`, and the files that it points to. */
export interface JunitOutput {
  text: string | undefined;
  paths: string[];
}

/** Attachments are lines of the form `[[ATTACHMENT|path]]`, introduced by Jenkins and used by others since. */
export function splitJunitOutput(parts: readonly string[]): JunitOutput {
  const paths: string[] = [];
  const text = parts
    .join('')
    .replaceAll(
      /^[ \t]{0,100}\[\[ATTACHMENT\|([^\]\n]{1,500})\]\][ \t\r]{0,100}\n?/gm,
      (_, path: string) => {
        paths.push(path.trim());
        return '';
      },
    )
    // The surrounding line breaks belong to the report.
    .replace(/^\s*\n/, '')
    // pytest writes the escape character as text, because XML cannot contain it.
    .replaceAll(/#x1B(?=\[)/g, '\u001b')
    .trimEnd();
  return { text: text === '' ? undefined : `${text}\n`, paths };
}
