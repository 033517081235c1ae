/** Few larger blocks instead of a turn of the event loop for every test. */
export function* blocks(pieces: Iterable<string>): Generator<string> {
  let gathered: string[] = [];
  let characters = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    characters += piece.length;
    if (characters < BLOCK_CHARACTERS) continue;
    yield gathered.join('');
    gathered = [];
    characters = 0;
  }
  if (gathered.length > 0) yield gathered.join('');
}

const BLOCK_CHARACTERS = 1024 * 1024;
