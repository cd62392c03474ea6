import { closeWithMirror, reversePath } from './path.ts';
import type { Pen, Span } from './pen.ts';

type Point = readonly [x: number, y: number];

/** The left half of an upper-body garment, in drawing units; the right half is its mirror image. */
export interface TorsoCut {
  /** Where the shoulder seam meets the neck. */
  neck: Point;
  /** Height of the neck at the centre back. */
  nape: number;
  shoulder: Point;
  underarm: Point;
  waist: Point;
  hem: Point;
  /** How much lower (negative: higher) the hem is at the centre than at the side. */
  hemDrop: number;
  /** The sleeve's end: outer and inner corner. */
  cuffOuter: Point;
  cuffInner: Point;
  /** The sleeve reaches up to the neck. */
  raglan?: boolean;
}

const move = ([x, y]: Point, dx: number, dy = 0): Point => [x + dx, y + dy];

/** Whether sleeves end below the elbow. */
export const isLongSleeved = ({ cuffOuter }: TorsoCut): boolean => cuffOuter[1] > 150;

/** The cut of a women's garment: narrower shoulders, a marked waist, shorter body and sleeves. */
function shapeForWomen(cut: TorsoCut): TorsoCut {
  const isLong = isLongSleeved(cut);
  return {
    ...cut,
    shoulder: move(cut.shoulder, 6),
    underarm: move(cut.underarm, 7, -2),
    waist: move(cut.waist, 15, -10),
    hem: move(cut.hem, 5, -4),
    cuffOuter: isLong ? move(cut.cuffOuter, 5, -6) : move(cut.cuffOuter, 13, -12),
    cuffInner: isLong ? move(cut.cuffInner, 6, -6) : move(cut.cuffInner, 9, -12),
  };
}

/** The cut that the features of a drawing ask for. */
export function tailor(pen: Pen, cut: TorsoCut): TorsoCut {
  if (pen.has('womens')) return shapeForWomen(cut);
  if (pen.has('slim')) return { ...cut, underarm: move(cut.underarm, 3), waist: move(cut.waist, 10), hem: move(cut.hem, 7) };
  return cut;
}

export interface Torso extends TorsoCut {
  silhouette: string;
  /** The body without sleeves. */
  body: string;
  /** The left sleeve. */
  sleeve: string;
  /** The left armhole seam, from the shoulder down. */
  armhole: string;
  /** A gradient across the left sleeve. */
  sleeveSpan: Span;
  /** The lower edge of the left half, from the side to the centre. */
  hemLine: string;
}

function shortSleeve({ shoulder, underarm, cuffOuter, cuffInner }: TorsoCut): string {
  return [
    `C${shoulder[0] - 11} ${shoulder[1] + 7} ${cuffOuter[0] + 11} ${cuffOuter[1] - 24} ${cuffOuter[0]} ${cuffOuter[1]}`,
    `Q${(cuffOuter[0] + cuffInner[0]) / 2 - 3} ${(cuffOuter[1] + cuffInner[1]) / 2 + 4} ${cuffInner[0]} ${cuffInner[1]}`,
    `Q${(cuffInner[0] + underarm[0]) / 2 + 1} ${(cuffInner[1] + underarm[1]) / 2 + 3} ${underarm[0]} ${underarm[1]}`,
  ].join('');
}

function longSleeve({ shoulder, underarm, cuffOuter, cuffInner }: TorsoCut): string {
  const [x, y] = shoulder;
  const reach: Point = [cuffOuter[0] - x, cuffOuter[1] - y];
  return [
    `C${x - 9} ${y + 6} ${x + reach[0] * 0.28} ${y + reach[1] * 0.165} ${x + reach[0] * 0.4} ${y + reach[1] * 0.29}`,
    `C${x + reach[0] * 0.6} ${y + reach[1] * 0.5} ${cuffOuter[0] + 6} ${cuffOuter[1] - 50} ${cuffOuter[0]} ${cuffOuter[1]}`,
    `Q${(cuffOuter[0] + cuffInner[0]) / 2 - 1} ${(cuffOuter[1] + cuffInner[1]) / 2 + 3} ${cuffInner[0]} ${cuffInner[1]}`,
    `C${cuffInner[0] + 4} ${cuffInner[1] - 44} ${underarm[0] - 8} ${underarm[1] + 36} ${underarm[0]} ${underarm[1]}`,
  ].join('');
}

function spanAcross(cut: TorsoCut, isLong: boolean): Span {
  const { shoulder, cuffOuter, cuffInner } = cut;
  const end: Point = [(cuffOuter[0] + cuffInner[0]) / 2, (cuffOuter[1] + cuffInner[1]) / 2];
  const start: Point = [shoulder[0] + 3, shoulder[1] + 26];
  const axis: Point = [end[0] - start[0], end[1] - start[1]];
  // A raglan sleeve is as wide as the shoulder, which must not lie in shade.
  const scale = (isLong ? (cut.raglan ? 44 : 23) : 27) / Math.hypot(...axis);
  const middle: Point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  const across: Point = [axis[1] * scale, -axis[0] * scale];
  const round = Math.round;
  return [round(middle[0] - across[0]), round(middle[1] - across[1]), round(middle[0] + across[0]), round(middle[1] + across[1])];
}

/** The pattern of an upper-body garment with set-in sleeves, whose length depends on the cuff. */
export function cutTorso(cut: TorsoCut): Torso {
  const { neck, nape, shoulder, underarm, waist, hem, hemDrop } = cut;
  const isLong = isLongSleeved(cut);
  const neckline = `M120 ${nape}C${(neck[0] + 122) / 2} ${nape} ${neck[0] + 5} ${neck[1] + 3} ${neck[0]} ${neck[1]}`;
  const shoulderSeam = `C${neck[0] - 12} ${neck[1] + 5} ${shoulder[0] + 15} ${shoulder[1] - 7} ${shoulder[0]} ${shoulder[1]}`;
  const sleeve = isLong ? longSleeve(cut) : shortSleeve(cut);
  const setIn = `C${shoulder[0] + 7} ${shoulder[1] + 14} ${shoulder[0] + 12} ${underarm[1] - 22} ${underarm[0]} ${underarm[1]}`;
  const side = [
    `C${underarm[0] + 1} ${underarm[1] + 18} ${waist[0]} ${waist[1] - 22} ${waist[0]} ${waist[1]}`,
    `C${waist[0]} ${waist[1] + 28} ${hem[0]} ${hem[1] - 28} ${hem[0]} ${hem[1]}`,
  ].join('');
  const bottom = `C${hem[0] + 18} ${hem[1] + hemDrop * 0.8} ${hem[0] + 34} ${hem[1] + hemDrop} 120 ${hem[1] + hemDrop}`;
  const raglan = `C${neck[0] - 4} ${neck[1] + 26} ${underarm[0] + 26} ${underarm[1] - 26} ${underarm[0]} ${underarm[1]}`;
  const armhole = cut.raglan ? raglan : setIn;
  const start = cut.raglan ? `M${neck[0]} ${neck[1]}` : `M${shoulder[0]} ${shoulder[1]}`;
  const arm = cut.raglan ? shoulderSeam + sleeve : sleeve;
  const top = cut.raglan ? neckline : neckline + shoulderSeam;
  return {
    ...cut,
    silhouette: closeWithMirror(neckline + shoulderSeam + sleeve + side + bottom),
    body: closeWithMirror(top + armhole + side + bottom),
    sleeve: `${start}${arm}${reversePath(start + armhole)}Z`,
    armhole: start + armhole,
    sleeveSpan: spanAcross(cut, isLong),
    hemLine: `M${hem[0]} ${hem[1]}${bottom}`,
  };
}

/**
 * The end of the left sleeve, `depth` long: its shape and the line where it is sewn on. `flare` widens it at the seam side,
 * negative gathers.
 */
export function cutCuff(torso: TorsoCut, depth: number, flare = 0): { shape: string; seam: string } {
  const { cuffOuter, cuffInner, underarm } = torso;
  const isLong = isLongSleeved(torso);
  const climb = Math.hypot(underarm[0] - cuffInner[0], underarm[1] - cuffInner[1]);
  const inward: Point = isLong ? [0.09, -1] : [(underarm[0] - cuffInner[0]) / climb, (underarm[1] - cuffInner[1]) / climb];
  const outward: Point = isLong ? [0.13, -1] : [0.42, -0.91];
  const outer: Point = [cuffOuter[0] + outward[0] * depth - flare, cuffOuter[1] + outward[1] * depth];
  const inner: Point = [cuffInner[0] + inward[0] * depth + flare, cuffInner[1] + inward[1] * depth];
  const bend: Point = [(outer[0] + inner[0]) / 2 - 1, (outer[1] + inner[1]) / 2 + 3];
  const seam = `M${outer[0]} ${outer[1]}Q${bend[0]} ${bend[1]} ${inner[0]} ${inner[1]}`;
  const end = `Q${(cuffOuter[0] + cuffInner[0]) / 2 - 1} ${(cuffOuter[1] + cuffInner[1]) / 2 + 3} ${cuffOuter[0]} ${cuffOuter[1]}Z`;
  return { shape: `${seam}L${cuffInner[0]} ${cuffInner[1]}${end}`, seam };
}

/** Position of the left armhole seam at the given height, so that yokes can meet it exactly. */
export function armholeAt({ shoulder, underarm }: TorsoCut, y: number): number {
  const curve = (t: number, a: number, b: number, c: number, d: number) =>
    (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
  let t = 0;
  while (t < 1 && curve(t, shoulder[1], shoulder[1] + 14, underarm[1] - 22, underarm[1]) < y) t += 0.01;
  return curve(t, shoulder[0], shoulder[0] + 7, shoulder[0] + 12, underarm[0]);
}
