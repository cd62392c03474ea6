/** Frames per second while turning: enough for a slow rotation. */
const RATE = 12;
/** Duration of a full turn, seconds. */
const PERIOD = 24;

const SIDES = ['front', 'front right', 'right', 'back right', 'back', 'back left', 'left', 'front left'];
/** The visible side of a mannequin rotated to its left by this angle, radians. */
export const getVisibleSide = (angle: number) => SIDES[Math.round((angle * 4) / Math.PI) % SIDES.length] ?? 'front';

/** A slow rotation that stops while it is not visible. */
export interface Turntable {
  /** Starts or stops the rotation on request. */
  setEnabled(isWanted: boolean): void;
  /** Sets whether it is visible: the tab is active and the element on screen. */
  setVisible(isSeen: boolean): void;
  /** Rotates by hand, radians. */
  turnBy(angle: number): void;
  stop(): void;
}

/**
 * Calls `draw` with the angle (radians, 0 to 2π) whenever it changes. The timer runs only while the rotation is on and visible. It
 * restarts after each frame (`onFrame`), so that a slow machine shows fewer frames but is not overloaded.
 */
export function createTurntable(
  draw: (angle: number) => void,
  from = 0,
  onFrame: (run: () => void) => void = (run) => requestAnimationFrame(run),
): Turntable {
  let angle = from;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isWanted, isSeen] = [false, true];
  // Number of the current run, so that a frame requested by an earlier run is not drawn.
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
