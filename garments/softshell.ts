import { drawStandCollar, drawZipPocket } from './collar.ts';
import { drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [96, 33],
  nape: 36,
  shoulder: [61, 46],
  underarm: [67, 104],
  waist: [71, 160],
  hem: [67, 234],
  hemDrop: 4,
  cuffOuter: [18, 206],
  cuffInner: [42, 213],
});

const SIDE_PANEL = 'M71 80C84 98 90 124 88 156C86 190 82 214 80 240L50 240L58 100Z';

/** A softshell jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSoftshell(pen: Pen): void {
  const contrast = pen.accent;
  const cuff = cutCuff(cut, 5);
  fillTorso(pen, cut);
  pen.both(() => {
    if (pen.hasAccent) pen.clip(cut.body, () => pen.fill(SIDE_PANEL, pen.turn([64, 0, 92, 0], contrast.deep, contrast.base)));
    pen.seam('M73 81C84 98 90 124 88 156C86 190 82 214 80 236');
    pen.sheen('M75 85C86 102 91 126 89 156', -6, 0.8);
    pen.piece(cuff.shape, contrast.under, contrast, 1);
    pen.piece('M20.2 189L38 195L36.6 202L19.4 196.4Z', contrast.under, contrast, 0.9);
    pen.seam('M54 66C48 100 38 150 31 190', pen.main, 0.9);
    pen.fold('M40 134C46 142 47 156 40 170', 8, 0.4);
  });
  drawHemStitch(pen, cut, 5);
  if (pen.isFront) {
    pen.both(() => drawZipPocket(pen, 98, 164, 9, 42));
    pen.line('M150 82L150 108', contrast.edge, 3.2);
    pen.line('M150 83L150 107', contrast.inside, 1.6);
    pen.puller(150, 83);
    pen.stitch('M154 80L154 111L146 111L146 80Z');
    pen.zip('M120 42L120 237.5', contrast, 5);
    pen.outline(cut.silhouette);
    drawStandCollar(pen);
    pen.zip('M120 19L120 43', contrast, 5);
    pen.puller(120, 19, contrast);
  } else {
    drawYokeSeam(pen, cut, 72, 6);
    pen.fold('M112 88C117 110 116 140 108 168', -10, 0.35);
    pen.fold('M136 90C131 116 133 144 140 172', 10, 0.3);
    pen.fill('M116 56L124 56L124 59L116 59Z', '#d5d9dc');
    pen.outline(cut.silhouette);
    drawStandCollar(pen);
  }
}
