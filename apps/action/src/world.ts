import { homedir } from 'node:os';
import type { Environment } from '@svc/reporter-core/options/options';

/** Inputs from the action's process. `buildProcessWorld` creates them from `process`, which no other module reads. */
export interface World {
  env: Environment;
  /** The current folder. */
  directory: string;
  /** Folder that `~` stands for. */
  homeDirectory: string;
  waits: Waits;
}

/** How long the action waits for servers. */
export interface Waits {
  /** How long an upload is tried without a sign of life from the server. */
  unreachableMs: number;
  /** How long a request of an upload is tried after errors of the server. */
  serverErrorMs: number;
  /** How long a question to the server may take. */
  answerMs: number;
  /** The first pause before a request to the server is repeated. */
  pauseMs: number;
  /** How long a second of GitHub's limits is. */
  gitHubSecondMs: number;
}

export const WAITS: Waits = {
  // Long enough for a server's restart.
  unreachableMs: 15_000,
  // A proxy answers 502 for a server that is down. The runner is not held for it.
  serverErrorMs: 30_000,
  // A small server needs some seconds for a page of 50,000 results.
  answerMs: 30_000,
  pauseMs: 1_000,
  gitHubSecondMs: 1_000,
};

/** Reads on use what may fail: a deleted current folder, and the home folder of a user without one. */
export function buildProcessWorld(): World {
  return {
    env: process.env,
    get directory() {
      return process.cwd();
    },
    get homeDirectory() {
      return homedir();
    },
    waits: WAITS,
  };
}
