import type { Figure } from '../mannequin/frame.ts';
import { BODY_PARTS } from '../mannequin/girths.ts';
import type { Mannequin } from '../mannequin/mannequin.ts';
import { getFitColour, mixColours, SKIN_COLOUR } from '../mannequin/palette.ts';
import { smoothValues } from '../mannequin/smooth.ts';
import { getCoveredRegion } from './covered-region.ts';
import { createFitCurves } from './fit-curves.ts';
import type { Outfit } from './outfit.ts';
import { buildShell, type Shell } from './shell.ts';
import { buildSkirt, mergeShells } from './skirt.ts';

/** The appearance of a garment size on a mannequin. */
export interface OutfitMesh {
  /** By point of the mannequin: sRGB colour, 0 to 255, of the fit there, or of the skin where it is not covered. */
  colours: Uint8Array<ArrayBuffer>;
  shell: Shell | undefined;
}

/** Width of the colour transition at a hem, cm. */
const EDGE = 2;
/** Rounds of smoothing between the colours of trunk and sleeves. */
const ROUNDS = 4;

/** Dresses the mannequin of a figure. Deterministic. Takes some hundredths of a second. */
export function dressMannequin(mannequin: Mannequin, figure: Figure, outfit: Outfit): OutfitMesh {
  const { parts, along, positions, indices, landmarks } = mannequin;
  const n = parts.length;
  const covered = getCoveredRegion(
    mannequin,
    figure,
    outfit.coverage,
    outfit.points.some(({ point }) => point === 'neck'),
  );
  const curves = createFitCurves(figure, landmarks, outfit);
  const arms = [BODY_PARTS.indexOf('arm'), BODY_PARTS.indexOf('hand')];
  const fits = new Float32Array(3 * n);
  for (let p = 0; p < n; p++) {
    const isArm = arms.includes(parts[p] as number);
    const curve = isArm ? curves.arm : curves.upright;
    const at = isArm ? (along[p] as number) : (positions[3 * p + 1] as number);
    fits.set([curve.fit(at), curve.known(at), curve.gap(at)], 3 * p);
  }
  smoothValues(fits, 3, indices, ROUNDS);
  const full = new Uint8Array(3 * n);
  const colours = new Uint8Array(3 * n);
  const gaps = new Float32Array(n);
  for (let p = 0; p < n; p++) {
    const colour = getFitColour(fits[3 * p] as number, fits[3 * p + 1] as number);
    full.set(colour, 3 * p);
    const share = Math.min(Math.max((covered.depth[p] as number) / EDGE + 0.5, 0), 1);
    colours.set(mixColours(SKIN_COLOUR, colour, share), 3 * p);
    gaps[p] = fits[3 * p + 2] as number;
  }
  if (!covered.depth.some((depth) => depth > 0)) return { colours, shell: undefined };
  // A skirt does not follow the skin of the legs, so it is built separately.
  const { skirt } = covered;
  const depth = skirt
    ? covered.depth.map((inside, p) =>
        Math.min(inside, arms.includes(parts[p] as number) ? inside : (positions[3 * p + 1] as number) - skirt.from),
      )
    : covered.depth;
  const shells = depth.some((inside) => inside > 0) ? [buildShell(mannequin, depth, gaps, full)] : [];
  if (skirt) shells.push(buildSkirt(mannequin, skirt, curves.upright));
  return { colours, shell: mergeShells(shells) };
}
