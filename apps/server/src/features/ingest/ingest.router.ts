import { hash } from 'node:crypto';
import { ingestAnswer, ingestBody } from '@svc/contract/ingest';
import { memberProcedure, router } from '../../trpc/trpc.ts';
import { uploadOf } from './ingest-body.ts';
import { ingest } from './ingest.service.ts';

const description =
  'Answers when the data is durable. Uploads with the same `execution.key` make one execution; the same ' +
  '`Idempotency-Key` with the same body answers the first answer again. Texts over their limit are cut, ' +
  'and unknown fields are counted in `ignoredFields`.';

function upload(path: `/${string}`, summary: string) {
  return memberProcedure
    .meta({ openapi: { method: 'POST', path, tags: ['Ingest'], summary, description } })
    .input(ingestBody)
    .output(ingestAnswer)
    .mutation(({ ctx, input }) => {
      const body = { ...input, idempotencyKey: ctx.idempotencyKey ?? input.idempotencyKey };
      return ingest(
        ctx.deps,
        ctx.principal,
        uploadOf(body, hash('sha256', JSON.stringify(body), 'buffer')),
      );
    });
}

export const ingestRouter = router({
  upload: upload('/ingest', 'Upload test results'),
  uploadTestResults: upload('/test-results', 'Upload test results, under its second address'),
});
