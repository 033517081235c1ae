/** The document, or undefined for what is no JSON: a proxy's error page, half an answer, an empty file. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Handed on, a SyntaxError would quote the text, which may hold a key.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
