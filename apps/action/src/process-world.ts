import { homedir } from 'node:os';
import { WAITS, type World } from './world.ts';

export function worldOfProcess(): World {
  return {
    env: process.env,
    directory: process.cwd(),
    homeDirectory: homedir(),
    stdout: process.stdout,
    waits: WAITS,
  };
}
