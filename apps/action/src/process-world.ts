import { homedir } from 'node:os';
import { WAITS, type World } from './world.ts';

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
