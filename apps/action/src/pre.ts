import { prepare } from './prepare.ts';
import { buildProcessWorld } from './world.ts';

prepare(buildProcessWorld());
