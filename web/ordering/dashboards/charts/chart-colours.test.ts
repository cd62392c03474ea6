import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getContrastRatio } from '#brands/contrast.ts';
import { createChartColours } from './chart-colours.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it('has every part of a chart, or its border, visible on white whatever the colours of an organisation', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (primary, secondary) => {
      const { '--chart-pale': _, ...visible } = createChartColours(primary, secondary);
      for (const [name, colour] of Object.entries(visible))
        expect(getContrastRatio(colour, '#ffffff'), name).toBeGreaterThanOrEqual(3);
    }),
  );
});

it('keeps colours that are visible', () => {
  expect(createChartColours('#0c5561', '#8f3b2e')).toMatchObject({ '--chart-main': '#0c5561', '--chart-accent': '#8f3b2e' });
});
