import type { CauseKind } from '../bodies/cause-kinds.ts';
import type { Framework } from '../plan/framework.ts';

/**
 * What a history is about, if not random words: projects with their tests, people and changes, and what happens at
 * `now`. A history that goes on after `now` is the future of the same projects.
 */
export interface World {
  now: Date;
  /** The beginning of the address of every repository. */
  forge: string;
  authors: readonly [string, ...string[]];
  projects: readonly WorldProject[];
}

export interface WorldProject {
  name: string;
  framework: Framework;
  /** The number of test files that run at the same time. */
  workers: number;
  files: readonly WorldFile[];
  flakes: readonly WorldFlake[];
  /** What breaks now and then. */
  regressions: readonly [WorldRegression, ...WorldRegression[]];
  /** Pull requests, in any order. */
  changes: readonly [WorldChange, ...WorldChange[]];
  /** How tests fail while a service that they need is down. */
  outage: WorldCause;
  /** All outages: how many commits of main before `now`, negative after it. */
  outagesBefore: readonly number[];
  /** What has broken main some commits before `now`, and is fixed after it. */
  story: WorldStory | null;
}

export interface WorldFile {
  path: string;
  suite: string;
  titles: readonly string[];
  owner: string;
  /** The path of the code that it tests. */
  productPath: string;
  /** The page that its tests open first. */
  page?: string;
  /** Its tests run in Chromium and Firefox. */
  hasTwoBrowsers?: true;
}

export interface WorldCause {
  kind: CauseKind;
  /** Without one, `kind` has its own. */
  message?: string;
  subject?: string;
  /** The top frame in the repository. */
  at: { file: string; line: number; functionName?: string };
}

export interface WorldFlake {
  /** The test's title, unique in the project. */
  title: string;
  /** How probable a failure is in one run. */
  rate: number;
  /** Default: those of the framework. */
  retries?: number;
  causes: readonly [WorldCause, ...WorldCause[]];
}

export interface WorldRegression {
  /** The test file, whose first tests fail. */
  file: string;
  tests: number;
  cause: WorldCause;
}

export interface WorldChange {
  branch: string;
  subject: string;
  /** Default: any author. */
  author?: string;
}

export interface WorldStory {
  regression: WorldRegression;
  /** The runs of main since the regression, in minutes before `now`. The first one is that of the breaking commit. */
  minutesAgo: readonly number[];
  /** Main stays red for this long after `now`. Then the next commit fixes it. */
  hoursUntilMended: number;
  breaking: WorldChange;
  mending: WorldChange;
}
