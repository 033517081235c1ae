import { describe, expect, it } from 'vitest';
import { type Environment, type ReporterOptions, resolveOptions } from './options.ts';

describe('resolveOptions', () => {
  it('has a default for each', () => {
    expect(resolveOptions({}, {})).toEqual({
      apiKey: undefined,
      url: 'http://localhost:4400',
      project: undefined,
      name: undefined,
      key: undefined,
      leg: undefined,
      tags: [],
      environment: {},
      enabled: true,
      uploadBudgetMs: 30_000,
      redact: [],
      artifacts: 'failed',
      maxArtifactSizeBytes: 104_857_600,
      includeOutput: 'failed',
      onUpload: undefined,
      outcomeFile: undefined,
      runFolder: undefined,
      complaints: [],
    });
  });

  it('reads the variables, and lets options win', () => {
    const env: Environment = {
      SVC_API_KEY: 'k',
      SVC_URL: 'https://svc.example.com/',
      SVC_PROJECT: 'shop',
      SVC_NAME: 'unit',
      SVC_EXECUTION_KEY: 'one',
      SVC_LEG: 'mysql',
      SVC_TAGS: 'a, b',
      SVC_ENVIRONMENT: 'staging',
      SVC_ENABLED: 'watch',
      SVC_UPLOAD_BUDGET_MS: '5',
      SVC_REDACT: 'A,B',
      SVC_ARTIFACTS: 'all',
      SVC_MAX_ARTIFACT_SIZE_BYTES: '10',
      SVC_INCLUDE_OUTPUT: 'none',
      SVC_ON_UPLOAD: 'outcome.json',
      SVC_RUN_FOLDER: '/tmp/svc-run',
    };
    expect(resolveOptions({}, env)).toEqual({
      apiKey: 'k',
      url: 'https://svc.example.com',
      project: 'shop',
      name: 'unit',
      key: 'one',
      leg: 'mysql',
      tags: ['a', 'b'],
      environment: { name: 'staging' },
      enabled: 'watch',
      uploadBudgetMs: 5,
      redact: ['A', 'B'],
      artifacts: 'all',
      maxArtifactSizeBytes: 10,
      includeOutput: 'none',
      onUpload: undefined,
      outcomeFile: 'outcome.json',
      runFolder: '/tmp/svc-run',
      complaints: [],
    });
    const options: ReporterOptions = {
      artifacts: 'none',
      maxArtifactSizeBytes: 11,
      includeOutput: 'all',
      onUpload: () => {},
    };
    expect(resolveOptions(options, env)).toMatchObject(options);
  });

  it.each([
    [
      { SVC_ARTIFACTS: 'some' },
      "SVC_ARTIFACTS is 'some', but must be failed, all or none: ignored",
    ],
    [
      { SVC_INCLUDE_OUTPUT: 'yes' },
      "SVC_INCLUDE_OUTPUT is 'yes', but must be failed, all or none: ignored",
    ],
    [
      { SVC_MAX_ARTIFACT_SIZE_BYTES: '10 MB' },
      "SVC_MAX_ARTIFACT_SIZE_BYTES is '10 MB', but must be a number of bytes: ignored",
    ],
    [
      { SVC_UPLOAD_BUDGET_MS: '-1' },
      "SVC_UPLOAD_BUDGET_MS is '-1', but must be a number of milliseconds: ignored",
    ],
    [{ SVC_ENABLED: 'on' }, "SVC_ENABLED is 'on', but must be true, false or watch: ignored"],
    [{ SVC_URL: 'ftp://a' }, "SVC_URL is 'ftp://a', but must be an http(s) address: ignored"],
    [{ SVC_URL: 'ada:pw@:x' }, "SVC_URL is ':x', but must be an http(s) address: ignored"],
  ])('complains about %j and takes the default', (env, complaint) => {
    const { complaints, ...options } = resolveOptions({}, env);
    const { complaints: _, ...defaults } = resolveOptions({}, {});
    expect(complaints).toEqual([complaint]);
    expect(options).toEqual(defaults);
  });

  it.each([
    ['localhost:4400', 'http://localhost:4400'],
    ['127.0.0.1:4400/', 'http://127.0.0.1:4400'],
    ['[::1]:4400', 'http://[::1]:4400'],
    ['10.0.0.7', 'http://10.0.0.7'],
    ['server:4400', 'http://server:4400'],
    ['svc.example.com', 'https://svc.example.com'],
    ['svc.example.com:8443/svc', 'https://svc.example.com:8443/svc'],
    ['HTTP://SVC.example.com', 'http://svc.example.com'],
  ])('takes the address %s as %s', (SVC_URL, url) => {
    expect(resolveOptions({}, { SVC_URL })).toMatchObject({ url, complaints: [] });
  });
});
