const FILES = 4;
const TESTS_PER_FILE = 100;

/** The sources of four test files with a hundred tests each. `head` contains the framework's imports. */
export function filesOfManyTests(head: string, extension: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, file) => [
      `file-${file}.${extension}`,
      `${head}
for (let index = 0; index < ${TESTS_PER_FILE}; index++) {
  test('test ' + index, async () => {
    if (index === 0) await new Promise((resolve) => setTimeout(resolve, 500));
  });
}`,
    ]),
  );
}
