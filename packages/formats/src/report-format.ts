import { plainText } from './plain-text.ts';

export const REPORT_FORMATS = [
  'junit',
  'ctrf',
  'vitest-json',
  'jest-json',
  'playwright-json',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** How much of a file's beginning `recognizedFormat` needs to see, in bytes. */
export const RECOGNITION_BYTES = 64 * 1024;

/**
 * The format of a report by how it begins; undefined for anything else. What looks like XML counts as
 * JUnit, since only its reader can say what else it is.
 */
export function recognizedFormat(head: string): ReportFormat | undefined {
  const text = plainText(head)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^<(?:\?xml|!--|!DOCTYPE|[\w:]*testsuites?\b)/i.test(text)) return 'junit';
  if (!text.startsWith('{')) return undefined;
  return JSON_SIGNS.find(({ signs }) => signs.some((sign) => sign.test(text)))?.format;
}

// Each by keys that its tool writes in front of everything that users have named.
const JSON_SIGNS: readonly { format: ReportFormat; signs: readonly RegExp[] }[] = [
  {
    format: 'ctrf',
    signs: [
      /^\{\s*"reportFormat"\s*:\s*"CTRF"/,
      /^\{(?:\s*"\w+"\s*:\s*"[^"]*"\s*,)*\s*"results"\s*:\s*\{\s*"tool"/,
    ],
  },
  { format: 'playwright-json', signs: [/^\{\s*"config"\s*:\s*\{/] },
  {
    format: 'jest-json',
    signs: [/^\{\s*"num[\s\S]*?"(?:numRuntimeErrorTestSuites|openHandles)"\s*:/],
  },
  { format: 'vitest-json', signs: [/^\{\s*"numTotalTestSuites"\s*:/] },
];
