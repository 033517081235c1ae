/** The bytes of a base64 text; undefined for other text. */
export function decodeBase64(base64: string | undefined): Uint8Array | undefined {
  if (base64 === undefined || !/^[\w+/=\s-]*$/.test(base64)) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
