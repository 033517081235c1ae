import { buildProcessWorld } from './world.ts';
import { runMain } from './run-main.ts';

void runMain(buildProcessWorld());
