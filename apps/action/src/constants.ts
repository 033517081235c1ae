/** The inputs of `action.yml`. */
export const INPUTS = {
  apiKey: 'api-key',
  url: 'url',
  files: 'files',
  project: 'project',
  name: 'name',
  matrix: 'matrix',
  compareWith: 'compare-with',
  failOn: 'fail-on',
  comment: 'comment',
  summary: 'summary',
  annotations: 'annotations',
  analyze: 'analyze',
  failOnUploadError: 'fail-on-upload-error',
  ifNoFiles: 'if-no-files',
  ifUndecided: 'if-undecided',
  wait: 'wait',
  token: 'github-token',
} as const;

/** When the action fails its step. */
export const FAIL_ON = ['never', 'failures', 'new-failures', 'regressions', 'gate'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** When the pull request gets a comment. An existing comment is always updated. */
export const COMMENT_WHEN = ['on-failure', 'always', 'never'] as const;
export type CommentWhen = (typeof COMMENT_WHEN)[number];

/** Severity of a `fail-on` question that the server did not answer. */
export const IF_UNDECIDED = ['warn', 'error'] as const;
export type IfUndecided = (typeof IF_UNDECIDED)[number];

/** Severity of a missing report file. */
export const IF_NO_FILES = ['warn', 'error', 'ignore'] as const;
export type IfNoFiles = (typeof IF_NO_FILES)[number];
