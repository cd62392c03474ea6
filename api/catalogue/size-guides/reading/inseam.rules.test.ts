import { describe, expect, it } from 'vitest';
import { readRowLegLengths, toLegLengths } from './inseam.rules.ts';

const values = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name }));
const GUIDE = new Map([
  ['short', 74],
  ['regular', 79],
  ['long', 84],
]);
const readLegs = (names: string[], known: ReadonlyMap<string, number> = new Map()) =>
  toLegLengths(values(...names), known).map(({ name, insideLeg }) => [name, Math.round(insideLeg * 10) / 10]);

describe('the legs of trousers', () => {
  it('are read from the size guide by name, shortest first', () => {
    expect(readLegs(['Long', 'short', 'Regular'], GUIDE)).toEqual([
      ['short', 74],
      ['Regular', 79],
      ['Long', 84],
    ]);
  });

  it('continue by one step for extra lengths that the guide does not contain', () => {
    expect(readLegs(['Extra short', 'Short', 'Regular', 'Long', 'Extra long'], GUIDE).map(([, cm]) => cm)).toEqual([
      69, 74, 79, 84, 89,
    ]);
  });

  it('can state their length in inches or centimetres', () => {
    expect(readLegs(['34', '30"', '32 in'])).toEqual([
      ['30"', 76.2],
      ['32 in', 81.3],
      ['34', 86.4],
    ]);
    expect(readLegs(['Regular (81 cm)', 'Long (86 cm)']).map(([, cm]) => cm)).toEqual([81, 86]);
  });

  it.each([[['Slim', 'Regular', 'Long']], [['Regular']], [['Petite', 'Tall']], [['1', '2']], [['Extra short', 'Extra long']]])(
    'are none where one of them is unknown: %j',
    (names) => expect(readLegs(names, GUIDE)).toEqual([]),
  );

  it('are read from separate columns or from a single column', () => {
    const columns = ['Size', 'Inside leg short (cm)', 'S / R / L (cm)'];
    const named = { 'Inside leg short (cm)': ['Petite'], 'S / R / L (cm)': ['Short', 'Regular', 'Long'], gone: ['Tall'] };
    expect([...readRowLegLengths(columns, ['12', '68.5', '72 / 77 / 82'], named)]).toEqual([
      ['petite', 68.5],
      ['short', 72],
      ['regular', 77],
      ['long', 82],
    ]);
    expect([...readRowLegLengths(columns, ['14', '–', '72 / 77'], named)]).toEqual([]);
  });
});
