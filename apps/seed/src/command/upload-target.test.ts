import { expect, it } from 'vitest';
import { chooseUploadTarget } from './upload-target.ts';

const env = { SVC_URL: 'https://svc.example.com', SVC_API_KEY: 'svc_of-a-reporter' };

it('uploads only if an option asks for it', () => {
  expect(chooseUploadTarget({}, env)).toEqual({});
  const url = 'http://localhost:4400';
  expect(chooseUploadTarget({ url }, env)).toEqual({ url, apiKey: env.SVC_API_KEY });
  expect(chooseUploadTarget({ apiKey: 'svc_other' }, env)).toEqual({
    url: env.SVC_URL,
    apiKey: 'svc_other',
  });
  expect(chooseUploadTarget({ url }, {})).toEqual({ url, apiKey: undefined });
});
