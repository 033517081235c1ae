// The face of this room: what other rooms may use of it.
export { compareRouter } from './compare.router.ts';
