/** The current time. Code that measures time receives a clock, so that tests can set it instead of waiting. */
export interface Clock {
  /** Milliseconds since 1 January 1970 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
