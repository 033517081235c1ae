import type { ListedCommand } from '../invocation/declare-command.ts';

/** Most frequent commands first. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'attention',
    summary: 'what needs attention now',
    load: async () => (await import('./attention/attention.ts')).declareAttention,
  },
  {
    name: 'executions',
    summary: 'recent executions',
    load: async () => (await import('./executions/executions.ts')).declareExecutions,
  },
  {
    name: 'analyze',
    args: '[execution]',
    summary: 'why it failed, with evidence and a plan',
    load: async () => (await import('./analyze/analyze.ts')).declareAnalyze,
  },
  {
    name: 'compare',
    args: '<base> <head>',
    summary: 'what changed from one execution to another',
    load: async () => (await import('./compare/compare.ts')).declareCompare,
  },
  {
    name: 'failures',
    summary: 'what fails, by cause',
    load: async () => (await import('./failures/failures.ts')).declareFailures,
  },
  {
    name: 'test',
    args: '<test>',
    summary: 'one test: state, last runs, why it failed',
    load: async () => (await import('./tests/test.ts')).declareTest,
  },
  {
    name: 'flaky',
    summary: 'tests that pass and fail on the same code',
    load: async () => (await import('./flaky/flaky.ts')).declareFlaky,
  },
  {
    name: 'metrics',
    summary: 'pass rates, failures and times, and what changed',
    load: async () => (await import('./metrics/metrics.ts')).declareMetrics,
  },
  {
    name: 'trends',
    summary: 'pass rate and failures over time, as a chart',
    load: async () => (await import('./trends/trends.ts')).declareTrends,
  },
  {
    name: 'upload',
    args: '[reports...]',
    summary: 'send test reports, or saved runs',
    load: async () => (await import('./upload/upload.ts')).declareUpload,
  },
  {
    name: 'gate',
    args: '[execution]',
    summary: 'whether it may be merged, and what is excused',
    load: async () => (await import('./gate/gate.ts')).declareGate,
  },
  {
    name: 'run',
    args: '<command...>',
    summary: 'run tests, and pass if all failures are excused',
    load: async () => (await import('./gate/run/run.ts')).declareRun,
  },
  {
    name: 'quarantine',
    summary: 'known failures that the gate excuses until a date',
    load: async () => (await import('./quarantine/quarantine.ts')).declareQuarantine,
  },
  {
    name: 'split',
    args: '[files...]',
    summary: 'divide test files between the jobs of a CI run',
    load: async () => (await import('./split/split.ts')).declareSplit,
  },
  {
    name: 'webhooks',
    summary: 'send events to your own services and to chats',
    load: async () => (await import('./webhooks/webhooks.ts')).declareWebhooks,
  },
  {
    name: 'init',
    summary: 'add the reporters to this project and its CI',
    load: async () => (await import('./init/init.ts')).declareInit,
  },
  {
    name: 'projects',
    summary: 'what there is of each project',
    load: async () => (await import('./projects/projects.ts')).declareProjects,
  },
  {
    name: 'keys',
    summary: 'API keys: list, create, edit, revoke',
    load: async () => (await import('./keys/keys.ts')).declareKeys,
  },
  {
    name: 'open',
    args: '[page]',
    summary: 'an execution, a test or a page in the browser',
    load: async () => (await import('./open/open.ts')).declareOpen,
  },
  {
    name: 'api',
    args: '<path>',
    summary: 'one request to the REST API',
    load: async () => (await import('./api/api.ts')).declareApi,
  },
  {
    name: 'whoami',
    summary: 'whose credential svc uses, and from where',
    load: async () => (await import('./accounts/whoami.ts')).declareWhoami,
  },
  {
    name: 'login',
    summary: 'sign in to a server, with a browser or a password',
    load: async () => (await import('./accounts/login.ts')).declareLogin,
  },
  {
    name: 'logout',
    args: '[context]',
    summary: 'end the session, and forget it',
    load: async () => (await import('./accounts/logout.ts')).declareLogout,
  },
  {
    name: 'context',
    summary: 'the servers that svc login stored',
    load: async () => (await import('./accounts/context.ts')).declareContext,
  },
  {
    name: 'mcp',
    summary: 'answers for coding agents, over MCP',
    load: async () => (await import('./mcp/mcp.ts')).declareMcp,
  },
  {
    name: 'completion',
    args: '<shell>',
    summary: 'a script that completes svc in bash, zsh or fish',
    load: async () => (await import('./completion/completion.ts')).declareCompletion(COMMANDS),
  },
  {
    name: 'doctor',
    summary: 'what is wrong, and what to do',
    load: async () => (await import('./doctor/doctor.ts')).declareDoctor,
  },
];
