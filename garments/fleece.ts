import { drawStandCollar, drawZipPocket } from './collar.ts';
import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { armholeAt, cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [96, 33],
  nape: 36,
  shoulder: [60, 46],
  underarm: [66, 106],
  waist: [66, 166],
  hem: [64, 233],
  hemDrop: 4,
  cuffOuter: [17, 205],
  cuffInner: [41, 212],
});

/** A zipped fleece jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawFleece(pen: Pen): void {
  const yoke = pen.hasAccent ? pen.accent : pen.main;
  const cuff = cutCuff(cut, 7);
  fillTorso(pen, cut);
  const y = pen.isFront ? 80 : 73;
  const x = armholeAt(cut, y);
  const { neck, shoulder } = cut;
  pen.fill(
    `M${neck[0]} ${neck[1]}C84 38 76 39 ${shoulder[0]} ${shoulder[1]}C66 58 ${x} 62 ${x} ${y}Q120 ${y + 12} ${240 - x} ${y}C${240 - x} 62 174 58 ${240 - shoulder[0]} ${shoulder[1]}C164 39 156 38 ${240 - neck[0]} ${neck[1]}Z`,
    pen.round([58, 0, 182, 0], yoke),
  );
  drawYokeSeam(pen, cut, y, 6, yoke);
  pen.both(() => {
    pen.seam(cut.armhole);
    pen.piece(cuff.shape, pen.round([17, 202, 42, 208], pen.accent), pen.accent, 1);
    pen.fold('M34 156C40 168 40 180 34 196', 7, 0.45);
    pen.fold('M44 98C51 112 52 126 45 142', 8, 0.4);
  });
  drawHemStitch(pen, cut, 6);
  if (pen.isFront) {
    pen.both(() => drawZipPocket(pen, 88, 166));
    pen.zip('M120 42L120 236.5', pen.main, 4);
    pen.stitch('M112 44L112 236M128 44L128 236');
    pen.fold('M84 90C94 108 94 130 88 152', -10, 0.35);
    pen.outline(cut.silhouette);
    drawStandCollar(pen, yoke);
    pen.zip('M120 19L120 43', yoke, 4);
    pen.puller(120, 20, yoke);
  } else {
    drawBackFolds(pen);
    pen.outline(cut.silhouette);
    drawStandCollar(pen, yoke);
  }
}
