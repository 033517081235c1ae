import { prepare } from './prepare.ts';
import { buildProcessWorld } from './process-world.ts';

prepare(buildProcessWorld());
