/** The resource that ran out, and the amount if the texts contain it. */
export interface ExhaustedResource {
  name: 'disk' | 'memory' | 'time' | 'requests' | 'files';
  /** A sentence with the figures of the input. */
  said: string;
}

/** The resource that ran out according to the texts; null where none did. */
export function findExhaustedResource(texts: readonly string[]): ExhaustedResource | null {
  for (const { name, pattern } of FORMS) {
    for (const text of texts) {
      const found = pattern.exec(text);
      if (found !== null) return { name, said: cutLineAround(text, found.index, found[0].length) };
    }
  }
  return null;
}

const BEFORE = 80;
const AFTER = 60;

// A pattern with the words before the match would try them at each place of the text: a millisecond for one failure.
function cutLineAround(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - BEFORE), at);
  const after = text.slice(at + length, at + length + AFTER);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)}${text.slice(at, at + length)}${after.split('\n', 1)[0] ?? ''}`;
  return line.replaceAll(/\s+/g, ' ').trim().slice(0, 160).toWellFormed();
}

const FORMS: readonly { name: ExhaustedResource['name']; pattern: RegExp }[] = [
  { name: 'disk', pattern: /\bENOSPC\b|[Nn]o space left on device|[Dd]isk (?:quota|full)/ },
  {
    name: 'memory',
    pattern:
      /heap out of memory|heap limit Allocation failed|OOMKilled|[Oo]ut of memory|OutOfMemoryError|Cannot allocate memory|\bENOMEM\b|exit(?:ed with)? code 137|SIGKILL/,
  },
  {
    name: 'requests',
    pattern: /[Rr]ate limit|Too Many Requests|toomanyrequests|quota exceeded|pull limit/,
  },
  { name: 'files', pattern: /\bEMFILE\b|\bENFILE\b|[Tt]oo many open files|file watchers/ },
  {
    name: 'time',
    pattern: /Timed out waiting \d{1,9} ?ms|exceeded the maximum execution time/,
  },
];
