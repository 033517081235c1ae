import { buildTextSignal, type Signal } from '../signal.ts';

// Signals of dependence on time, order or chance.
export const flakeSignals: readonly Signal[] = [
  buildTextSignal(
    'flake.timeout',
    'KNOWN_FLAKE',
    'A time limit was exceeded',
    /[Tt]imed? ?out|TimeoutError|Async callback was not invoked|exceeded timeout|[Tt]imeout (?:of )?[\d,]{1,40} ?ms|deadline exceeded|context deadline|\bElapsed\(/i,
    { prior: 0.5 },
  ),
  buildTextSignal(
    'flake.visible',
    'KNOWN_FLAKE',
    'An element did not appear in time',
    /toBeVisible|to be visible|toHaveText|toBeEnabled|toHaveCount|wasn't visible|not visible|still visible|waiting for (?:element|locator|selector)|did not appear|does not match any element|waitFor|findBy|Timed out retrying|never found it/,
    { prior: 0.5 },
  ),
  buildTextSignal(
    'flake.detached',
    'KNOWN_FLAKE',
    'The page changed under the test',
    /detached from (?:the )?(?:DOM|document)|stale element|StaleElementReference|Execution context was destroyed|Cannot find context with specified id|(?:Target|Page|Frame|page|browser|context)[^\n]{0,40} (?:has been |was )?closed|element is not (?:stable|attached)|intercepts pointer events|not clickable|is being covered|re-?rendered|navigation (?:to|interrupted)|ERR_ABORTED|frame (?:was|got) detached|outside of the viewport/i,
    { prior: 1 },
  ),
  buildTextSignal(
    'flake.calls',
    'KNOWN_FLAKE',
    'A call happened more or fewer times than expected',
    /toHaveBeenCalledTimes|toBeCalledTimes|toHaveBeenCalledOnce|number of calls|called \d{1,9} times|call_count|requestCount|times, but (?:was|got)/i,
    { prior: 0.5 },
  ),
  buildTextSignal(
    'flake.clock',
    'KNOWN_FLAKE',
    'A measured time is out of bounds',
    /toBeGreaterThan|toBeLessThan|to be (?:less|greater|above|below|at least|at most|within|close)|elapsed|duration|delta|latency|took (?:too long|\d)|assert(?:ion)?[^\n]{0,80}[<>] ?\d|\d{2,40}\.\d{6,40}/i,
    { prior: 0.7 },
  ),
  buildTextSignal(
    'flake.words',
    'KNOWN_FLAKE',
    'The name or the message mentions time, order or chance',
    /\bfuzz|\brandom|\bseed\b|\brace\b|concurren|parallel|debounc|throttl|\bretry|\bdelay|\btiming|performance|\bslow|\bstarv|\bpoll|websocket|reconnect|stream|\bqueue|\bsignal|interval|animation|hydrat|heartbeat|eventually|async/i,
    { places: ['title', 'message'], prior: 0.6 },
  ),
  buildTextSignal(
    'flake.said',
    'KNOWN_FLAKE',
    'The runner reports flaky results or retries',
    /^\s{0,8}\d{1,6} flaky\b|\(retry #\d\)|\bRetry #\d\b|\d flaky tests?\b/m,
    { places: ['log', 'message'], prior: 0.7 },
  ),
  buildTextSignal(
    'flake.lock',
    'KNOWN_FLAKE',
    "Two things got into each other's way",
    /database is locked|SQLITE_BUSY|lock (?:wait )?timeout|could not obtain lock|EBUSY|resource busy|ENOTEMPTY|text file busy|used by another process|already (?:exists|running|in progress)|act\(\.\.\.\)|leaked handle|open handles|after the (?:test|environment)/i,
    { prior: 0.7 },
  ),
  {
    id: 'flake.chance',
    supports: 'KNOWN_FLAKE',
    text: 'Expected and received differ only in ports or random values',
    prior: 1,
    find: ({ values }) => {
      if (values === null || values.expected === values.actual) return null;
      const [expected, actual] = [values.expected, values.actual].map((text) =>
        text.replaceAll(/:\d{4,5}\b|\b[0-9a-f]{8,40}\b|\b\d{9,40}\b/g, '#'),
      );
      return expected === actual ? { place: 'message', quote: values.quote } : null;
    },
  },
  buildTextSignal(
    'flake.port',
    'KNOWN_FLAKE',
    'A port was already in use',
    /\bEADDRINUSE\b|[Aa]ddress already in use|port is already (?:allocated|in use)/,
    { prior: 0.5 },
  ),
  buildTextSignal(
    'flake.own-server',
    'KNOWN_FLAKE',
    'A server that the test starts on a free port was not reachable, or the port was taken',
    /(?:127\.0\.0\.1|localhost|\[::1?\]|0\.0\.0\.0):(?:3[3-9]|4\d|5\d|6[0-5])\d{3}\b/,
    { prior: 1 },
  ),
  {
    id: 'flake.few-pixels',
    supports: 'KNOWN_FLAKE',
    text: 'An image differs in very few pixels, or numbers differ in their last digits',
    prior: 1,
    find: ({ message, values }) => {
      const ratio = /ratio (0\.0[01]\d{0,8})\b[^\n]{0,60}/.exec(message);
      if (ratio !== null) return { place: 'message', quote: ratio[0] };
      if (values === null) return null;
      const [expected, actual] = [Number(values.expected), Number(values.actual)];
      return expected !== actual && Math.abs(expected - actual) <= 1e-6 * Math.abs(expected)
        ? { place: 'message', quote: values.quote }
        : null;
    },
  },
  {
    id: 'flake.off-by-few',
    supports: 'KNOWN_FLAKE',
    text: 'Two counts differ slightly',
    prior: 0.4,
    find: ({ values }) => {
      if (values === null) return null;
      const [expected, actual] = [values.expected, values.actual].map((text) =>
        Number(text.replaceAll(/[+'",]/g, '').trim() || 'x'),
      );
      return expected !== undefined &&
        actual !== undefined &&
        Number.isInteger(expected) &&
        Number.isInteger(actual) &&
        expected !== actual &&
        Math.abs(expected - actual) <= 3
        ? { place: 'message', quote: values.quote }
        : null;
    },
  },
  {
    id: 'flake.empty-message',
    supports: 'KNOWN_FLAKE',
    text: 'The message only says that a condition was not met',
    prior: 0.2,
    find: ({ message }) => {
      const found =
        /expected (?:null|undefined|false|true) (?:not )?to be (?:null|truthy|true|false|falsy|undefined)|evaluated to a falsy value|expect\(received\)\.toBe\(expected\)|assert (?:True|False) == (?:True|False)/.exec(
          message,
        );
      return found === null ? null : { place: 'message', quote: found[0] };
    },
  },
];
