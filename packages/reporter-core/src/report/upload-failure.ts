/** Why an upload failed, in words that fit after "not sent:". */
export interface UploadFailure {
  kind:
    | 'unreachable' // the connection is refused, the name is unknown, or no answer arrives
    | 'timedOut' // the budget ended before an answer came
    | 'overloaded' // 429 or 503, and what the server asks to wait does not fit in the budget
    | 'serverError' // 5xx, a closed connection, or an answer that is no svc server's
    | 'untrusted' // a certificate that Node does not accept, or a server without TLS
    | 'unauthorized' // 401 and 403: the key
    | 'refused' // 4xx: this body or this address
    | 'tooLarge' // 413 of a proxy, whose limit may be raised; other bodies may fit
    | 'claimed' // a spool file that another process is sending
    | 'deferred' // a spool file that is too large to be sent from a test process
    | 'corrupt' // a spool file that cannot be read
    | 'empty' // the run has neither tests nor errors
    | 'local'; // a fault on this side, for instance a full disk
  message: string;
  status?: number;
  /** The contract's error code, if the answer contains one. */
  code?: string;
  /** Whether the server may accept the same body later, so that it should be saved. */
  resend: boolean;
}
