import type { Measure } from '../measures.ts';

/** The measures that a mannequin is built from, cm, and its sex: 0 male, 1 female, 0.5 neither. */
export interface Figure {
  measures: Readonly<Record<Measure, number>>;
  female: number;
}

/** Heights shared by several parts, cm. The floor is at y = 0, the front at z > 0, and the body is symmetric about x = 0. */
export interface Frame extends Figure {
  /** Stature relative to 170 cm, which small shapes are scaled by. */
  scale: number;
  crotch: number;
  thigh: number;
  hip: number;
  navel: number;
  naturalWaist: number;
  underBust: number;
  chest: number;
  axilla: number;
  acromion: number;
  notch: number;
  nape: number;
  chin: number;
  knee: number;
  ankle: number;
}

export const lerp = (from: number, to: number, share: number) => from + (to - from) * share;
export const girthToRadius = (girth: number) => girth / (2 * Math.PI);

/** Builds the frame with its heights in order, so that even an unlikely body has its chest above its waist. */
export function createFrame(figure: Figure): Frame {
  const { measures: m, female } = figure;
  const scale = m.stature / 170;
  const crotch = m.crotchHeight;
  const hip = Math.max(m.hipHeight, crotch + 3 * scale);
  const navel = Math.max(m.waistHeight, hip + 7 * scale);
  const chest = Math.max(m.chestHeight, navel + 13 * scale);
  const axilla = Math.max(m.axillaHeight, chest + 3.5 * scale);
  const acromion = Math.max(m.acromialHeight, axilla + 7 * scale);
  const nape = Math.max(m.cervicalHeight, acromion + 4 * scale);
  return {
    ...figure,
    scale,
    crotch,
    thigh: crotch - 3 * scale,
    hip,
    navel,
    // The narrowest girth is near the lowest rib, slightly higher above the navel in women.
    naturalWaist: lerp(navel, chest, lerp(0.34, 0.36, female)),
    underBust: chest - lerp(6.5, 7.5, female) * scale,
    chest,
    axilla,
    acromion,
    notch: Math.min(Math.max(m.suprasternalHeight, acromion - 2 * scale), nape - 3 * scale),
    nape,
    chin: m.stature * 0.872,
    knee: m.kneeHeight,
    ankle: m.ankleHeight,
  };
}

/** Slimness by body mass index: 1 up to 24, 0 from 33, linear between. */
export const slimness = ({ measures: { mass, stature } }: Frame) =>
  Math.min(Math.max((33 - mass / (stature / 100) ** 2) / 9, 0), 1);

/** Perimeter of a superellipse with separate depths in front of and behind its centre. `breadth` is half the width. */
export function superellipseGirth(breadth: number, front: number, back: number, exponent: number): number {
  let girth = 0;
  let [px, pz] = [breadth, 0];
  const count = 96;
  for (let i = 1; i <= count; i++) {
    const t = (2 * Math.PI * i) / count;
    const [c, s] = [Math.cos(t), Math.sin(t)];
    const x = breadth * Math.sign(c) * Math.abs(c) ** (2 / exponent);
    const z = (s > 0 ? front : back) * Math.sign(s) * Math.abs(s) ** (2 / exponent);
    girth += Math.hypot(x - px, z - pz);
    [px, pz] = [x, z];
  }
  return girth;
}

/** Half the width of a superellipse with this girth and these depths, by bisection. */
export function breadthOfGirth(girth: number, front: number, back: number, exponent: number): number {
  let [low, high] = [1, girth / 2];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (superellipseGirth(middle, front, back, exponent) < girth) low = middle;
    else high = middle;
  }
  return low;
}
