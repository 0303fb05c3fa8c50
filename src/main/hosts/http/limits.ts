/** Node closes a connection that exceeds one of these. */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  // Node checks for slow connections every 30 s by default, which would extend each limit above to 30 s.
  connectionsCheckingInterval: 1_000,
} as const
