import { hash } from 'node:crypto';
import { ingestAnswer, ingestBody } from '@svc/contract/ingest';
import { memberProcedure, router } from '../../trpc/trpc.ts';
import { countIgnoredFields } from './ignored-fields.ts';
import { uploadOf } from './ingest-body.ts';
import { ingest } from './ingest.service.ts';
import { refuseTooManyValues } from './too-many-values.ts';

const description =
  'Answers when the data is durable. Uploads with the same `execution.key` make one execution; the same ' +
  '`Idempotency-Key` with the same body answers the first answer again. Texts over their limit are cut, ' +
  'and unknown fields are counted in `ignoredFields`.';

function uploadProcedure(path: `/${string}`, summary: string) {
  return memberProcedure
    .meta({ openapi: { method: 'POST', path, tags: ['Ingest'], summary, description } })
    .use(async ({ getRawInput, next }) => {
      const raw = await getRawInput();
      refuseTooManyValues(raw);
      return next({ ctx: { raw } });
    })
    .input(ingestBody)
    .output(ingestAnswer)
    .mutation(({ ctx, input }) => {
      const body = { ...input, idempotencyKey: ctx.idempotencyKey ?? input.idempotencyKey };
      const upload = uploadOf(body, {
        ignoredFields: countIgnoredFields(ctx.raw as object, input),
        bodyHash: hash('sha256', JSON.stringify(body), 'buffer'),
      });
      return ingest(ctx.deps, ctx.principal, upload);
    });
}

export const ingestRouter = router({
  upload: uploadProcedure('/ingest', 'Upload test results'),
  uploadTestResults: uploadProcedure(
    '/test-results',
    'Upload test results, under its second address',
  ),
});
