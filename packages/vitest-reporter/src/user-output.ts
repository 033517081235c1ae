import type { UserConsoleLog } from 'vitest';

export interface OutputChunk {
  type: 'stdout' | 'stderr';
  content: string;
  /** Epoch ms. */
  time: number;
}

/**
 * Console output by the task that wrote it: a test, or the file for what its modules print. Bounded
 * per task, keeping its beginning and its end, and in all, since a chatty suite must not fill the memory.
 */
export class UserOutput {
  readonly #byTask = new Map<string, TaskOutput>();
  #room = ROOM_CHARACTERS;

  add({ taskId, type, content, time }: UserConsoleLog): void {
    if (taskId === undefined || this.#room <= 0) return;
    const output = this.#byTask.get(taskId) ?? { chunks: [], characters: 0 };
    const kept = content.slice(0, TASK_CHARACTERS);
    output.chunks.push({ type, content: kept, time });
    output.characters += kept.length;
    this.#room -= kept.length;
    if (output.characters > TASK_CHARACTERS) this.#room += thin(output);
    this.#byTask.set(taskId, output);
  }

  of(taskId: string): readonly OutputChunk[] {
    return this.#byTask.get(taskId)?.chunks ?? [];
  }
}

/** The text of one stream; undefined when there is none. */
export function textOf(
  chunks: readonly OutputChunk[],
  type: OutputChunk['type'],
): string | undefined {
  const text = chunks
    .filter((chunk) => chunk.type === type)
    .map(({ content }) => content)
    .join('');
  return text === '' ? undefined : text;
}

interface TaskOutput {
  chunks: OutputChunk[];
  characters: number;
}

// Above what the contract takes of two streams (256 KiB each), so that the contract's own cut decides.
const TASK_CHARACTERS = 1024 * 1024;
const HEAD_CHARACTERS = 128 * 1024;
const ROOM_CHARACTERS = 64 * 1024 * 1024;

/** Takes chunks out of the middle until half is left, so that the next call is far off. Gives what became free. */
function thin(output: TaskOutput): number {
  let head = 0;
  let headCharacters = 0;
  while (headCharacters < HEAD_CHARACTERS && head < output.chunks.length - 1) {
    headCharacters += output.chunks[head]?.content.length ?? 0;
    head++;
  }
  let gone = 0;
  let end = head;
  while (output.characters - gone > TASK_CHARACTERS / 2 && end < output.chunks.length - 1) {
    gone += output.chunks[end]?.content.length ?? 0;
    end++;
  }
  const [{ type, time } = { type: 'stdout' as const, time: 0 }] = output.chunks.slice(head, end);
  const marker = `\n… [${gone} characters cut by svc] …\n`;
  output.chunks.splice(head, end - head, { type, content: marker, time });
  output.characters -= gone - marker.length;
  return gone - marker.length;
}
