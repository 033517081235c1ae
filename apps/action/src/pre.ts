import { prepare } from './prepare.ts';

prepare(process.env);
