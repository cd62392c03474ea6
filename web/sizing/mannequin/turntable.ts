/** Pictures a second while it turns: a slow turn needs no more. */
const RATE = 12;
/** A whole turn takes so many seconds. */
const PERIOD = 24;

const SIDES = ['front', 'front right', 'right', 'back right', 'back', 'back left', 'left', 'front left'];
/** Which side of a mannequin is seen that has turned so far to its left, radians. */
export const getVisibleSide = (angle: number) => SIDES[Math.round((angle * 4) / Math.PI) % SIDES.length] ?? 'front';

/** A slow rotation that stops while it is not visible. */
export interface Turntable {
  /** The wearer lets it turn, or stops it. */
  setEnabled(isWanted: boolean): void;
  /** Whether it can be seen: the tab in front, the place on the screen. */
  setVisible(isSeen: boolean): void;
  /** Turns by hand, radians. */
  turnBy(angle: number): void;
  stop(): void;
}

/**
 * Calls `draw` with the angle (radians, 0 to 2π) whenever it changes. The timer runs only while the turn is both wanted and seen, and starts anew
 * after each picture, when the browser is ready for one (`onFrame`): a slow machine turns it less smoothly, and is not overrun.
 */
export function createTurntable(
  draw: (angle: number) => void,
  from = 0,
  onFrame: (run: () => void) => void = (run) => requestAnimationFrame(run),
): Turntable {
  let angle = from;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isWanted, isSeen] = [false, true];
  // Which run of the turn it is: a picture that an ended one still waits for is not drawn.
  let run = 0;

  function turnBy(by: number) {
    const whole = 2 * Math.PI;
    angle = (((angle + by) % whole) + whole) % whole;
    draw(angle);
  }
  function stop() {
    clearTimeout(timer);
    timer = undefined;
    run++;
  }
  function schedule(own: number) {
    timer = setTimeout(
      () =>
        onFrame(() => {
          if (own !== run) return;
          turnBy((2 * Math.PI) / (RATE * PERIOD));
          schedule(own);
        }),
      1000 / RATE,
    );
  }
  function adjust() {
    if (!isWanted || !isSeen) stop();
    else if (timer === undefined) schedule(run);
  }
  return {
    setEnabled(wanted) {
      isWanted = wanted;
      adjust();
    },
    setVisible(seen) {
      isSeen = seen;
      adjust();
    },
    turnBy,
    stop,
  };
}
