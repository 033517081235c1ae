import { buildApiRequest, withCursor, type RequestFlags } from './api-request.ts';
import {
  requireCredential,
  buildClientOptions,
  type Invocation,
} from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import { addExamples } from '../../flags/filter-options.ts';
import { toTerminalJson, toTerminalText } from '@svc/reporter-core/text/terminal-text';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { Answer } from '../../terminal/answer.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc api <path>`. */
export const declareApi: DeclareCommand = (command, run) => {
  command
    .description(
      'One request to the REST API, with the address and the credential of every command. Prints the data of the ' +
        'answer as JSON. The API is described at /api/docs of the server.',
    )
    .argument('<path>', 'below /api: executions/01a2…, or with parameters: executions?limit=5')
    .option('-X, --method <method>', 'default: GET; POST with --input')
    .option(
      '-f, --field <name=value>',
      'a parameter of a GET, else a field of the body; repeatable',
      (field: string, before: string[] | undefined) => [...(before ?? []), field],
    )
    .option('--input <file>', 'the body: a file with JSON, or - for stdin')
    .option('--paginate', 'all pages of a list as one document')
    .action((path: string) =>
      run(command, (invocation, flags: RequestFlags) => callApi(invocation, path, flags)),
    );
  addExamples(
    command,
    'svc api whoami',
    'svc api executions -f branch=main -f limit=5',
    'svc api flaky-tests --paginate',
    'svc api executions/01a2166c-234b-71f2-b27c-c8f13e593e65 -X DELETE',
    'svc api ci/webhooks --input webhook.json',
  );
};

async function callApi(invocation: Invocation, path: string, flags: RequestFlags): Promise<Answer> {
  const asked = await buildApiRequest(path, flags, invocation.world);
  const { settings } = invocation;
  const credential = await requireCredential(settings);
  const options = {
    ...buildClientOptions(invocation, { url: settings.url, credential }),
    ...(flags.paginate === true && { retryBudgetMs: PAGES_RETRY_BUDGET_MS }),
  };
  const { requestRest, SvcClientError } = await import('@svc/client');
  const ask = async (cursor?: string): Promise<unknown> => {
    const { document, text: body } = await requestRest(options, {
      method: asked.method,
      path: cursor === undefined ? asked.path : withCursor(asked.path, cursor),
      body: asked.body,
    }).catch((error: unknown) => {
      if (!(error instanceof SvcClientError) || !ABOUT_THE_REQUEST.has(error.code)) throw error;
      const path = asked.path.replace(/\?.*$/s, '');
      const problem = `${asked.method} ${path}: ${error.message.replace(/\.$/, '')}`;
      throw new CommandError(problem, `read ${settings.url}/api/docs, which describes every path`);
    });
    if (document === undefined) return new RawText(body);
    return isRecord(document) && 'data' in document ? document['data'] : document;
  };
  const data = flags.paginate === true ? await readAllPages(ask) : await ask();
  if (data instanceof RawText) {
    return { data: data.body, text: () => toTerminalText(data.body).trimEnd().split('\n') };
  }
  return { data, text: () => [toTerminalJson(data)] };
}

// A long list needs more reads than a key has in one minute. After a minute it has as many again.
const PAGES_RETRY_BUDGET_MS = 120_000;

// Errors of what was typed: the reference of the API helps, and the help of the command does not.
const ABOUT_THE_REQUEST = new Set<string>(['BAD_REQUEST', 'NOT_FOUND']);

/** An answer that is not JSON, such as the audit log as CSV. */
class RawText {
  readonly body: string;

  constructor(body: string) {
    this.body = body;
  }
}

// 1,000 pages of 100 are more than a person reads and less than the memory of a small machine.
const MOST_PAGES = 1_000;

/**
 * The first page with the items of all pages.
 * @throws CommandError when the answer is no list, or has too many pages.
 */
async function readAllPages(ask: (cursor?: string) => Promise<unknown>): Promise<unknown> {
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const data = await ask(cursor);
    if (!isRecord(data) || !Array.isArray(data['items'])) {
      throw new CommandError('the answer is not a list', 'leave out --paginate');
    }
    items.push(...(data['items'] as unknown[]));
    const { nextCursor } = data;
    if (typeof nextCursor !== 'string') return { ...data, items, nextCursor: null };
    cursor = nextCursor;
  }
  throw new CommandError(
    `the list has more than ${MOST_PAGES} pages`,
    'ask for larger pages with -f limit=100, or for fewer items',
  );
}
