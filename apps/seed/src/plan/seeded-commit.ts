export const MAIN = 'main';

export interface SeededCommit {
  sha: string;
  message: string;
  author: string;
  branch: string;
  atMs: number;
  /** Its place on its branch, from 0. */
  index: number;
  /** The newest commit of main that it includes: itself on main, otherwise the commit where its branch began. */
  main: SeededCommit | null;
  pullRequest: number | null;
}
