/** The header that hands the client's address to better-auth. It is not taken from the client. */
export const ADDRESS_HEADER = 'x-svc-address';
