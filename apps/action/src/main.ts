import { buildProcessWorld } from './process-world.ts';
import { runMain } from './run-main.ts';

void runMain(buildProcessWorld());
