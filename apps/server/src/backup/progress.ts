/** Receives what is being done, and the number of bytes that it has gone through so far. */
export type OnProgress = (doing: string, bytes: number) => void;
