import { ingestAnswer, ingestBody } from '@svc/contract/executions/ingest';
import { statusTable } from '../http/trpc/status-table.ts';
import { ingestProcedure, router } from '../http/trpc/trpc.ts';

const description = [
  'Stores the results of one part of an execution and answers once they are durable. Uploads with the same `execution.key` ' +
    'belong to one execution. A part is what one reporter process contributes: all its requests share a `runId`. It may be ' +
    'split into requests with the idempotency keys `key`, `key/2`, `key/3`.',
  'A result is a duplicate only if the same part already has it; in a `merged` report, if any part has it. If another part ' +
    'has the same tests with the same leg, job, shard and environment, both count, and `warnings` says so. Texts over their ' +
    'limit are cut, and unknown fields are counted in `ignoredFields`. A request with the same `Idempotency-Key` and the same ' +
    'body returns the first answer again, with new addresses for artifacts that are still missing.',
  'The header `Svc-Run: <provider>:<runId>:<attempt>` names the CI run of the upload, as in `execution.ci`. Of up to 500 ' +
    'uploads of one run in a minute, only the first counts against the rate limit.',
  statusTable([
    [
      400,
      'The body is not valid, or `Svc-Run` names another run than the body',
      'Correct the request',
    ],
    [
      403,
      'The key may not upload to this project, from this branch, or to this execution',
      'Use another key',
    ],
    [403, 'The quota of stored results is used up', 'Send the upload again later'],
    [409, 'The idempotency key was used with another body', 'Send each upload with its own key'],
    [
      413,
      'The upload is over a limit, such as 64 MiB after decompression or 100,000 results',
      'Split it into several requests',
    ],
    [415, 'The content type or encoding is not supported', 'Send JSON, plain or with gzip or zstd'],
    [429, 'The rate limit is reached', 'Retry after `Retry-After`'],
    [503, 'The server is busy, or its disk is nearly full', 'Send the upload again later'],
  ]),
  'Then upload the artifacts one by one: `PUT` the content of each to the `url` of its entry in `uploads`, with its `headers` ' +
    'and exactly the declared `sizeBytes`. An upload that failed may be repeated.',
  statusTable([
    [200, 'The content is stored, now or by an earlier upload', 'Nothing'],
    [
      403,
      'The address was changed, or is no longer valid',
      'Send the results again to get new addresses',
    ],
    [
      403,
      'The quota of artifacts is used up; `refusedUploads` reports it in advance',
      'Ask for a larger quota',
    ],
    [404, 'The artifact was deleted by retention or with its execution', 'Nothing'],
    [
      413,
      'The file is larger than this server accepts; `refusedUploads` reports it in advance',
      'Send a smaller file',
    ],
    [422, 'Length or SHA-256 differ from the declared ones', 'Send the file as declared'],
    [503, 'The content cannot be stored at the moment', 'Send it again later'],
  ]),
].join('\n\n');

function uploadProcedure(path: `/${string}`, summary: string) {
  return ingestProcedure
    .meta({ openapi: { method: 'POST', path, tags: ['Ingest'], summary, description } })
    .input(ingestBody)
    .output(ingestAnswer)
    .mutation(() => {
      throw new Error('ingest-routes.ts answers uploads, and no caller in the process sends one');
    });
}

// The API promises both paths for uploads, so clients may use either. Our reporters use /ingest.
export const ingestRouter = router({
  upload: uploadProcedure('/ingest', 'Upload test results'),
  uploadTestResults: uploadProcedure('/test-results', 'Upload test results (alias of /ingest)'),
});
