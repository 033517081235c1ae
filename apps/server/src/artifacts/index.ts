// The face of this room: what other rooms may use of it.
export { lockStoredContents } from './contents.queries.ts';
export { deleteDoomedContents, deleteUnusedContents } from './delete-unused.ts';
export { buildReadAddress, buildUploadAddress } from './signed-address.ts';
export { findSizeRefusal } from './size-refusal.ts';
export { sweepStorage } from './sweep-storage.ts';
export { registerArtifactsRest } from './transfer/artifacts.rest.ts';
export { readStoredSize } from './unused-contents.queries.ts';
