import type { Pen } from './pen.ts';
import { armholeAt, type Torso } from './torso.ts';

/** Draws the cloth of an upper-body garment: shadow, body, sleeves and folds. Details and outline are drawn afterwards. */
export function fillTorso(pen: Pen, torso: Torso, sleeveOf = pen.main): void {
  const { underarm, waist, hem } = torso;
  pen.shadow(torso.silhouette);
  pen.fill(torso.body, pen.round());
  pen.both(() => {
    pen.fill(torso.sleeve, pen.round(torso.sleeveSpan, sleeveOf));
    pen.fold(torso.armhole, -9, 0.45, sleeveOf);
    pen.seam(torso.armhole);
  });
  const right = 240 - waist[0];
  pen.fold(
    `M${underarm[0] + 1} ${underarm[1] - 3}C${underarm[0] + 12} ${underarm[1] - 10} ${underarm[0] + 20} ${underarm[1] - 24} ${underarm[0] + 22} ${underarm[1] - 44}`,
    -8,
    0.3,
  );
  pen.fold(
    `M${239 - underarm[0]} ${underarm[1] - 3}C${224 - underarm[0]} ${underarm[1] - 6} ${214 - underarm[0]} ${underarm[1] - 12} ${206 - underarm[0]} ${underarm[1] - 22}`,
    8,
    0.3,
  );
  pen.fold(
    `M${underarm[0] + 5} ${underarm[1] + 6}C${underarm[0] + 20} ${underarm[1] + 20} ${waist[0] + 18} ${waist[1] - 10} ${waist[0] + 14} ${waist[1] + 24}`,
    -10,
    0.35,
  );
  pen.fold(
    `M${right - 3} ${waist[1] - 2}C${right - 18} ${waist[1] + 16} ${236 - hem[0] - 20} ${hem[1] - 40} ${236 - hem[0] - 16} ${hem[1] - 14}`,
    10,
    0.35,
  );
  pen.sheen(
    `M${waist[0] + 26} ${waist[1] - 20}C${waist[0] + 36} ${waist[1] + 16} ${hem[0] + 34} ${hem[1] - 40} ${hem[0] + 28} ${hem[1] - 18}`,
    12,
    0.4,
  );
}

/** A row of stitching that follows the hem, this far above it. */
export function drawHemStitch(pen: Pen, torso: Torso, rise: number): void {
  const { hem, hemDrop } = torso;
  const y = hem[1] - rise;
  pen.stitch(
    `M${hem[0] + 0.5} ${y}C${hem[0] + 18} ${y + hemDrop * 0.8} ${hem[0] + 34} ${y + hemDrop} 120 ${y + hemDrop}S${240 - hem[0] - 18} ${y + hemDrop * 0.8} ${240 - hem[0] - 0.5} ${y}`,
  );
}

/** The seam of a yoke from armhole to armhole, `dip` lower in the middle, with a row of stitching below it. */
export function drawYokeSeam(pen: Pen, torso: Torso, y: number, dip: number, cloth = pen.main): void {
  const row = (top: number) => {
    const x = armholeAt(torso, top);
    return `M${x} ${top}Q120 ${top + dip * 2} ${240 - x} ${top}`;
  };
  pen.seam(row(y), cloth);
  pen.stitch(row(y + 2.6));
}

/** The quiet vertical folds between the shoulder blades. */
export function drawBackFolds(pen: Pen): void {
  pen.fold('M108 50C115 78 115 112 106 152', -11, 0.3);
  pen.fold('M138 54C131 90 133 126 142 166', 11, 0.3);
  pen.sheen('M86 56C82 86 84 114 90 138', -11, 0.4);
}
