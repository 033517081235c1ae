/** The parsed document, or undefined if the text is not JSON: a proxy's error page, half an answer, an empty file. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Not rethrown: a SyntaxError quotes the text, which may contain a key.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
