import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { prefetchOverview } from './pages/overview/overview-query.ts';
import { AppFrame } from './frame/app-frame.tsx';
import { PageMissing } from './frame/dead-ends/page-missing.tsx';
import { PageBroken } from './frame/dead-ends/page-broken.tsx';
import { prefetchExecution } from './pages/execution/execution-queries.ts';
import { prefetchComparison } from './pages/compare/compare-queries.ts';
import { prefetchExecutions } from './pages/executions/executions-queries.ts';
import { prefetchFlakyTests } from './pages/flaky/flaky-queries.ts';
import { prefetchPullRequest } from './pages/pull-request/pull-request-query.ts';
import { prefetchEntries, prefetchEntry } from './pages/quarantine/quarantine-queries.ts';
import { prefetchSettings } from './pages/settings/settings-sections.ts';
import { prefetchTest } from './pages/test/test-queries.ts';
import { prefetchFailures } from './pages/failures/failures-queries.ts';
import {
  parseCompareSearch,
  parseExecutionSearch,
  parseExecutionsSearch,
  parseFailuresSearch,
  parseFilterSearch,
  parseFlakySearch,
  parseQuarantineSearch,
  parseScopeSearch,
  parseSettingsSearch,
  parseSignInSearch,
  parseTestSearch,
} from './search/page-search.ts';
import type { FunctionComponent } from 'react';
import { loadCode } from './server/load-code.ts';
import { getSitePath } from './server/site.ts';

function loadPage<Name extends string>(
  load: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
) {
  return lazyRouteComponent(loadCode(load), name);
}

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: PageMissing,
  errorComponent: PageBroken,
});

/** The pages with header and navigation. All keep the chosen project in their address. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: AppFrame,
  validateSearch: parseScopeSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
});

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: parseFilterSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchOverview(deps),
  component: loadPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const executions = createRoute({
  getParentRoute: () => frame,
  path: '/executions',
  validateSearch: parseExecutionsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchExecutions(deps),
  component: loadPage(() => import('./pages/executions/executions-page.tsx'), 'ExecutionsPage'),
});

const execution = createRoute({
  getParentRoute: () => frame,
  path: '/executions/$executionId',
  validateSearch: parseExecutionSearch,
  loaderDeps: ({ search }) => search,
  // Not while someone goes from result to result: the page asks for those itself.
  loader: ({ params, deps, cause }) => {
    if (cause === 'stay') return;
    prefetchExecution(params.executionId, deps, { isOpened: cause === 'enter' });
  },
  component: loadPage(() => import('./pages/execution/execution-page.tsx'), 'ExecutionPage'),
});

const pullRequest = createRoute({
  getParentRoute: () => frame,
  path: '/projects/$project/pull-requests/$number',
  loader: ({ params }) => prefetchPullRequest(params),
  component: loadPage(
    () => import('./pages/pull-request/pull-request-page.tsx'),
    'PullRequestPage',
  ),
});

const test = createRoute({
  getParentRoute: () => frame,
  path: '/tests/$testId',
  validateSearch: parseTestSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => prefetchTest(params.testId, deps),
  component: loadPage(() => import('./pages/test/test-page.tsx'), 'TestPage'),
});

const flaky = createRoute({
  getParentRoute: () => frame,
  path: '/flaky',
  validateSearch: parseFlakySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchFlakyTests(deps),
  component: loadPage(() => import('./pages/flaky/flaky-page.tsx'), 'FlakyPage'),
});

const failures = createRoute({
  getParentRoute: () => frame,
  path: '/failures',
  validateSearch: parseFailuresSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchFailures(deps),
  component: loadPage(() => import('./pages/failures/failures-page.tsx'), 'FailuresPage'),
});

const quarantine = createRoute({
  getParentRoute: () => frame,
  path: '/quarantine',
  validateSearch: parseQuarantineSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchEntries(deps),
  component: loadPage(() => import('./pages/quarantine/quarantine-page.tsx'), 'QuarantinePage'),
});

const quarantineEntry = createRoute({
  getParentRoute: () => frame,
  path: '/quarantine/$quarantineId',
  loader: ({ params }) => prefetchEntry(params.quarantineId),
  component: loadPage(() => import('./pages/quarantine/entry/entry-page.tsx'), 'EntryPage'),
});

const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: parseCompareSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchComparison(deps),
  component: loadPage(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});

const start = createRoute({
  getParentRoute: () => frame,
  path: '/start',
  component: loadPage(() => import('./pages/start/start-page.tsx'), 'StartPage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings/{-$section}',
  validateSearch: parseSettingsSearch,
  loader: ({ params }) => prefetchSettings(params.section),
  component: loadPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

/** An unknown address keeps the header. */
const missing = createRoute({ getParentRoute: () => frame, path: '$', component: PageMissing });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseSignInSearch,
  component: loadPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: loadPage(() => import('./pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
});

const confirmSignUp = createRoute({
  getParentRoute: () => root,
  path: '/confirm-sign-up/$token',
  component: loadPage(
    () => import('./pages/sign-in/confirm-sign-up-page.tsx'),
    'ConfirmSignUpPage',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: loadPage(
    () => import('./pages/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: loadPage(() => import('./pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  validateSearch: parseSignInSearch,
  component: loadPage(() => import('./pages/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: loadPage(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
});

const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  component: loadPage(() => import('./pages/sign-in/device-page.tsx'), 'DevicePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    frame.addChildren([
      overview,
      executions,
      execution,
      pullRequest,
      test,
      flaky,
      failures,
      quarantine,
      quarantineEntry,
      compare,
      start,
      settings,
      missing,
    ]),
    signIn,
    signUp,
    confirmSignUp,
    forgotPassword,
    resetPassword,
    newPassword,
    invitation,
    device,
  ]),
  basepath: getSitePath(),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
