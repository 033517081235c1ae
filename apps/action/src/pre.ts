import { prepare } from './prepare.ts';
import { worldOfProcess } from './process-world.ts';

prepare(worldOfProcess());
