import { at } from './matrix.ts';

/** What a wearer has said about a size of this very garment. */
export interface Experience {
  sizeId: string;
  fit: 'tooSmall' | 'right' | 'tooBig';
}

/** The least probability of a size before what the wearer has said, and how it falls with each step away from the best one. */
const LEAST = { nearest: 0.02, step: 0.5 };

/**
 * The probabilities of the sizes, the smallest first, given what the wearer has said about some of them, the latest first: a size that was too small rules
 * out all up to it, one that was too big all from it on, and one that was right all others. What contradicts a later statement is ignored.
 */
export function learnFromExperience(
  sizeIds: readonly string[],
  { probabilities, best }: { probabilities: Float64Array; best: number },
  experience: readonly Experience[],
): { probabilities: Float64Array; best: number } {
  let possible = sizeIds.map(() => true);
  for (const { sizeId, fit } of experience) {
    const worn = sizeIds.indexOf(sizeId);
    if (worn < 0) continue;
    const left = possible.map(
      (isPossible, size) => isPossible && (fit === 'tooSmall' ? size > worn : fit === 'tooBig' ? size < worn : size === worn),
    );
    if (left.includes(true)) possible = left;
  }
  if (!possible.includes(false)) return { probabilities, best };
  const weights = Float64Array.from(sizeIds, (_, size) =>
    possible[size] ? at(probabilities, size) + LEAST.nearest * LEAST.step ** Math.abs(size - best) : 0,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const learned = weights.map((weight) => weight / total);
  const likeliest = learned.reduce((most, weight, size) => (weight > at(learned, most) ? size : most), 0);
  return { probabilities: learned, best: possible[best] ? best : likeliest };
}
