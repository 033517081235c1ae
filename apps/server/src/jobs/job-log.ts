/** Where jobs tell what they did. */
export interface JobLog {
  info(message: string): void;
  error(error: unknown): void;
}
