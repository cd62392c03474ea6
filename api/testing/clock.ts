import { type Clock, systemClock } from '#api/platform/clock.ts';

/** A clock that runs with the system clock until a test moves it forward. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock for one test portal, shared by all its servers. */
export function createTestClock(): TestClock {
  let offset = 0;
  return {
    now: () => systemClock.now() + offset,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
