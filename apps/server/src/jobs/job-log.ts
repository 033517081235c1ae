/** Where jobs report what they did. */
export interface JobLog {
  info(message: string): void;
  /** Logs an error that a job threw, with the job's name. */
  error(error: unknown, job: string): void;
}
