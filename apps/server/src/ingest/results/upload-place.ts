/** The execution and part that an upload's rows belong to. */
export interface UploadPlace {
  projectId: string;
  executionId: string;
  week: string;
  uploadId: string;
  /** When the upload's part began. */
  startedAt: Date;
  /** When the upload was received. */
  at: Date;
}
