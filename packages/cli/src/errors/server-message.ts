/** What the server says, and its hint. */
export interface ServerMessage {
  said: string;
  /** To follow `try:`; undefined when the message is one sentence. */
  hint: string | undefined;
}

/** The last of several sentences is the hint. Both are without the full stop. */
export function splitServerMessage(message: string): ServerMessage {
  const [, said, hint = ''] = /^(.+)\. (\p{Lu}.*?)\.?$/su.exec(message) ?? [];
  // The name of a key or a project may contain a full stop.
  const isSentence = said !== undefined && hint.split("'").length % 2 === 1;
  if (!isSentence) return { said: message.replace(/\.$/, ''), hint: undefined };
  return { said, hint: hint.charAt(0).toLowerCase() + hint.slice(1) };
}
