import type { Pen } from './pen.ts';
import type { Torso } from './torso.ts';

/** Bands round the body, curved as the body is; `side` is the left edge of the cloth. */
export function drawBodyBands(pen: Pen, side: number, heights: readonly number[], depth: number): void {
  for (const y of heights) {
    pen.reflective(
      `M${side} ${y}Q120 ${y + 13} ${240 - side} ${y}L${240 - side} ${y + depth}Q120 ${y + depth + 13} ${side} ${y + depth}Z`,
      [side, 0, 240 - side, 0],
    );
  }
}

/** Reflective tape as on high-visibility tops: over the shoulders, twice round the body and round the sleeves. */
export function drawTapedTorso(pen: Pen, torso: Torso, isLongSleeved: boolean): void {
  const depth = 13;
  pen.clip(torso.body, () => {
    pen.both(() => pen.reflective(pen.isFront ? 'M80 36L91 32L93 142L82 142Z' : 'M80 36L91 32L89 142L78 142Z', [80, 0, 93, 0]));
    drawBodyBands(pen, 50, [134, 176], depth);
  });
  pen.both(() => {
    pen.clip(torso.sleeve, () => {
      if (isLongSleeved) {
        pen.reflective('M24 112L74 128L71 141L20 125Z', torso.sleeveSpan);
        pen.reflective('M10 152L66 167L63 180L6 165Z', torso.sleeveSpan);
      } else pen.reflective('M10 88L76 116L71 128L4 101Z', torso.sleeveSpan);
    });
  });
}
