/** What ran out, and by how much as far as the texts say. */
export interface ExhaustedResource {
  name: 'disk' | 'memory' | 'time' | 'requests' | 'files';
  /** A sentence with the figures of the input. */
  said: string;
}

/** The resource that ran out according to the texts; null where none did. */
export function exhaustedResource(texts: readonly string[]): ExhaustedResource | null {
  for (const { name, pattern } of FORMS) {
    for (const text of texts) {
      const found = pattern.exec(text);
      if (found !== null)
        return { name, said: found[0].replaceAll(/\s+/g, ' ').trim().slice(0, 160) };
    }
  }
  return null;
}

const FORMS: readonly { name: ExhaustedResource['name']; pattern: RegExp }[] = [
  {
    name: 'disk',
    pattern:
      /[^\n]{0,80}(?:\bENOSPC\b|[Nn]o space left on device|[Dd]isk (?:quota|full))[^\n]{0,60}/,
  },
  {
    name: 'memory',
    pattern:
      /[^\n]{0,80}(?:heap out of memory|heap limit Allocation failed|OOMKilled|[Oo]ut of memory|OutOfMemoryError|Cannot allocate memory|\bENOMEM\b|exit(?:ed with)? code 137|SIGKILL)[^\n]{0,60}/,
  },
  {
    name: 'requests',
    pattern:
      /[^\n]{0,80}(?:[Rr]ate limit|Too Many Requests|toomanyrequests|quota exceeded|pull limit)[^\n]{0,80}/,
  },
  {
    name: 'files',
    pattern: /[^\n]{0,60}(?:\bEMFILE\b|\bENFILE\b|[Tt]oo many open files|file watchers)[^\n]{0,60}/,
  },
  {
    name: 'time',
    pattern:
      /Timed out waiting \d{1,9} ?ms[^\n]{0,80}|exceeded the maximum execution time[^\n]{0,80}/,
  },
];
