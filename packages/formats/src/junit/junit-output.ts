/** The text of a `system-out` or `system-err`, and the files that it points to. */
export interface JunitOutput {
  text: string | undefined;
  paths: string[];
}

/** Attachments are lines of the form `[[ATTACHMENT|path]]`, as Jenkins has them and others since. */
export function junitOutput(parts: readonly string[]): JunitOutput {
  const paths: string[] = [];
  const text = parts
    .join('')
    .replaceAll(/^[^\S\n]*\[\[ATTACHMENT\|([^\]\n]+)\]\][^\S\n]*\n?/gm, (_, path: string) => {
      paths.push(path.trim());
      return '';
    })
    // The line breaks around it are the report's.
    .replace(/^\s*\n/, '')
    // pytest writes the escape character out, since XML has no form for it.
    .replaceAll(/#x1B(?=\[)/g, '\u001b')
    .trimEnd();
  return { text: text === '' ? undefined : `${text}\n`, paths };
}
