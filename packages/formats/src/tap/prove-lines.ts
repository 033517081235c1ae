/** The header of a file in `prove -v`, such as `t/cart.t .. `. */
export function proveFile(text: string): string | undefined {
  const [, file] = /^(\S{1,500}\.\w{1,10}) \.{2,100} ?$/.exec(text) ?? [];
  return file;
}

/** True for a line that `prove -v` writes at the end of a file. */
export function isEndOfProvedFile(text: string): boolean {
  return /^(?:ok$|skipped: |Dubious, test returned |Failed \d{1,9}\/\d{1,9} subtests|No subtests run)/.test(
    text.trim(),
  );
}

/** The exit status of a file, which is not that of its tests if none failed. */
export function extractExitStatus(text: string): string | undefined {
  return /^Dubious, test returned \d{1,9}/.exec(text.trim())?.[0];
}
