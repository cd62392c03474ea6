import { FIT_CLASSES, type FitClass } from '../fit-classes.ts';

/** An sRGB colour, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** From too tight to too big: red, amber, green, blue, violet. They also differ in brightness, for people with colour blindness. */
export const FIT_COLOURS: Readonly<Record<FitClass, Colour>> = {
  tooTight: [192, 39, 45],
  snug: [242, 176, 30],
  good: [31, 138, 99],
  roomy: [124, 196, 245],
  tooBig: [90, 42, 140],
};
/** Colour of covered areas for which the garment's chart has no data. */
export const UNKNOWN_FIT_COLOUR: Colour = [170, 166, 159];
/** Colour of the mannequin itself. */
export const SKIN_COLOUR: Colour = [231, 224, 214];

export const mixColours = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** The colour of a fit on the continuous scale of FIT_CLASSES indexes. `known` mixes in grey: 0 is grey, 1 the full colour. */
export function getFitColour(fit: number, known: number): Colour {
  const position = Math.min(Math.max(fit, 0), FIT_CLASSES.length - 1);
  const lower = Math.min(Math.floor(position), FIT_CLASSES.length - 2);
  const [one, other] = [FIT_CLASSES[lower] as FitClass, FIT_CLASSES[lower + 1] as FitClass];
  return mixColours(
    UNKNOWN_FIT_COLOUR,
    mixColours(FIT_COLOURS[one], FIT_COLOURS[other], position - lower),
    Math.min(Math.max(known, 0), 1),
  );
}
