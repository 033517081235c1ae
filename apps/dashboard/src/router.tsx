import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { AppFrame } from './frame/app-frame.tsx';
import { PageMissing } from './frame/page-missing.tsx';
import { PageBroken } from './frame/page-broken.tsx';
import { prefetchExecution } from './pages/execution/execution-queries.ts';
import {
  compareSearch,
  executionSearch,
  executionsSearch,
  failuresSearch,
  filterSearch,
  flakySearch,
  scopeSearch,
  signInSearch,
} from './search/page-search.ts';

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
  validateSearch: scopeSearch,
  search: { middlewares: [retainSearchParams(['project'])] },
});

const overview = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: filterSearch,
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const executions = createRoute({
  getParentRoute: () => frame,
  path: '/executions',
  validateSearch: executionsSearch,
  component: lazyRouteComponent(
    () => import('./pages/executions/executions-page.tsx'),
    'ExecutionsPage',
  ),
});

const execution = createRoute({
  getParentRoute: () => frame,
  path: '/executions/$executionId',
  validateSearch: executionSearch,
  loaderDeps: ({ search }) => search,
  // Not while someone goes from result to result: the page asks for those itself.
  loader: ({ params, deps, cause }) => {
    if (cause !== 'stay') prefetchExecution(params.executionId, deps);
  },
  component: lazyRouteComponent(
    () => import('./pages/execution/execution-page.tsx'),
    'ExecutionPage',
  ),
});

const test = createRoute({
  getParentRoute: () => frame,
  path: '/tests/$testId',
  validateSearch: filterSearch,
  component: lazyRouteComponent(() => import('./pages/test/test-page.tsx'), 'TestPage'),
});

const flaky = createRoute({
  getParentRoute: () => frame,
  path: '/flaky',
  validateSearch: flakySearch,
  component: lazyRouteComponent(() => import('./pages/flaky/flaky-page.tsx'), 'FlakyPage'),
});

const failures = createRoute({
  getParentRoute: () => frame,
  path: '/failures',
  validateSearch: failuresSearch,
  component: lazyRouteComponent(() => import('./pages/failures/failures-page.tsx'), 'FailuresPage'),
});

const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings/{-$section}',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    frame.addChildren([overview, executions, execution, test, flaky, failures, compare, settings]),
    signIn,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
