import { describe, expect, it } from 'vitest';
import { type Experience, learnFromExperience } from './experience.ts';

const SIZES = ['S', 'M', 'L', 'XL'];
const learn = (...experience: Experience[]) => {
  const { probabilities, best } = learnFromExperience(
    SIZES,
    { probabilities: Float64Array.of(0.05, 0.8, 0.15, 0), best: 1 },
    experience,
  );
  return {
    best: SIZES[best],
    probable: SIZES.filter((_, size) => (probabilities[size] ?? 0) > 0),
    sum: probabilities.reduce((a, b) => a + b),
  };
};

describe('what a wearer has said about sizes of a garment', () => {
  it.each<[string, Experience[], string, string[]]>([
    ['nothing', [], 'M', ['S', 'M', 'L']],
    ['M was too small', [{ sizeId: 'M', fit: 'tooSmall' }], 'L', ['L', 'XL']],
    ['M was too big', [{ sizeId: 'M', fit: 'tooBig' }], 'S', ['S']],
    ['S was too small', [{ sizeId: 'S', fit: 'tooSmall' }], 'M', ['M', 'L', 'XL']],
    ['L was right', [{ sizeId: 'L', fit: 'right' }], 'L', ['L']],
    [
      'L was too small as well',
      [
        { sizeId: 'L', fit: 'tooSmall' },
        { sizeId: 'M', fit: 'tooSmall' },
      ],
      'XL',
      ['XL'],
    ],
    ['the largest was too small', [{ sizeId: 'XL', fit: 'tooSmall' }], 'M', ['S', 'M', 'L']],
    [
      'M is right now, and was too small once',
      [
        { sizeId: 'M', fit: 'right' },
        { sizeId: 'M', fit: 'tooSmall' },
      ],
      'M',
      ['M'],
    ],
    ['a size of another chart', [{ sizeId: '42', fit: 'tooSmall' }], 'M', ['S', 'M', 'L']],
  ])('%s', (_, experience, best, probable) => {
    const learned = learn(...experience);
    expect([learned.best, learned.probable]).toEqual([best, probable]);
    expect(learned.sum).toBeCloseTo(1);
  });
});
