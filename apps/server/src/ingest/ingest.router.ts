import { ingestAnswer, ingestBody } from '@svc/contract/executions/ingest';
import { ingestProcedure, router } from '../http/trpc/trpc.ts';
import { readUpload } from './body/ingest-body.ts';
import { ingest } from './ingest.service.ts';

const description =
  'The header `Svc-Run: <provider>:<runId>:<attempt>` names the CI run of the upload, as in `execution.ci` (400 if it ' +
  'differs): of up to 500 uploads of one run in a minute only the first counts against the rate limit. ' +
  'A part is what one reporter process contributes: its requests share a `runId`. A result is a duplicate only of one that ' +
  'the same part brought, or, in a `merged` report, any part; a part may be split into requests whose idempotency keys are ' +
  '`key`, `key/2`, `key/3`. ' +
  'Where another part has the same tests with the same leg, job, shard and environment, both count, and `warnings` says so. ' +
  'Answers when the data is durable. Uploads with the same `execution.key` make one execution; the same ' +
  '`Idempotency-Key` with the same body answers the first answer again, with new addresses for artifacts still missing. Texts over their limit are cut, ' +
  'and unknown fields are counted in `ignoredFields`. 403 says, beside a key that may not upload this, that the quota of stored results is used up, ' +
  'and 503 that the disk of the server is nearly full: both may be sent again later. The bytes of artifacts follow one by one: `PUT` each to the ' +
  '`url` of its entry in `uploads`, with its `headers` and exactly the `sizeBytes` that were declared. 200 says that ' +
  'it is stored, also when it was before; 403 that the address was changed or is too old, and that the same ' +
  'upload sent again answers new ones, or that the quota of artifacts is used up, which `refusedUploads` says before; 413 that this server takes no file so large, which `refusedUploads` says before; 422 that length or SHA-256 are not ' +
  'those declared; 503 that it cannot be stored now. What failed may be put again.';

function uploadProcedure(path: `/${string}`, summary: string) {
  return (
    ingestProcedure
      .meta({ openapi: { method: 'POST', path, tags: ['Ingest'], summary, description } })
      .input(ingestBody)
      .output(ingestAnswer)
      // For callers in the same process: ingest.rest.ts answers requests before they reach this.
      .mutation(({ ctx, input }) => {
        const bytes = Buffer.from(JSON.stringify(input));
        const upload = readUpload(bytes);
        upload.body.idempotencyKey = ctx.idempotencyKey ?? upload.body.idempotencyKey;
        return ingest(ctx.deps, ctx.scope, upload);
      })
  );
}

export const ingestRouter = router({
  upload: uploadProcedure('/ingest', 'Upload test results'),
  uploadTestResults: uploadProcedure(
    '/test-results',
    'Upload test results, under its second address',
  ),
});
