/** How long clients may take to send a request, and how many connections they may hold. */
export interface ConnectionLimits {
  /** Connections of this process; further ones are closed at once. */
  total: number;
  /** Connections of one IPv4 address or IPv6 /64 network that is not a trusted proxy. */
  perAddress: number;
  /** Time until the headers of a request are complete. */
  headersMs: number;
  /** Time until the body of a request is complete, in addition to the time that its size takes at the lowest rate. */
  bodyMs: number;
  /** The lowest rate at which a body may arrive, in bytes a second. */
  bodyRate: number;
  /** Time until a request of any size is complete. */
  requestMs: number;
  /** Time that a connection may stay open between two requests: longer than proxies keep theirs. */
  keepAliveMs: number;
  /** Time without a byte in either direction, during a request. */
  idleMs: number;
  /** How often late requests are looked for. */
  checkIntervalMs: number;
}

/** The limits unless the configuration says otherwise. */
export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  total: 4000,
  perAddress: 250,
  headersMs: 10_000,
  bodyMs: 15_000,
  // A file of 20 MiB, the largest that people upload, takes 160 seconds.
  bodyRate: 128 * 1024,
  requestMs: 180_000,
  keepAliveMs: 72_000,
  idleMs: 30_000,
  checkIntervalMs: 1000,
};
