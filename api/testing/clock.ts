import { type Clock, systemClock } from '#api/platform/clock.ts';

/** A clock that runs with the real one until a test moves it forward. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock for one test portal: all its servers share it. */
export function createTestClock(): TestClock {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
