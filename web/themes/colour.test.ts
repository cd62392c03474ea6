import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brands, getBrandFromText } from '#brands/brands.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import { createPalette, darkenToReadable, getTextColourOn, scaleLightness } from './colour.ts';
import { createThemeVariables } from './variables.ts';

const hexColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours', () => {
  it('have the contrast defined by WCAG', () => {
    expect(getContrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(getContrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('have readable text on any background', () => {
    fc.assert(
      fc.property(hexColour, hexColour, (ground, wanted) => {
        expect(getContrastRatio(getTextColourOn(ground, wanted), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('are readable as text on light backgrounds for any colour', () => {
    fc.assert(
      fc.property(hexColour, (colour) => {
        expect(getContrastRatio(darkenToReadable(colour, '#ffffff', '#ecedee'), '#ecedee')).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('stay unchanged when they are readable', () => {
    expect(darkenToReadable('#115c4d', '#ffffff')).toBe('#115c4d');
  });

  it('produce a palette of ten valid shades around themselves', () => {
    fc.assert(
      fc.property(hexColour, (colour) => {
        const steps = createPalette(colour);
        expect(steps).toHaveLength(10);
        expect(steps[7]).toBe(colour);
        for (const step of steps) expect(step).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });

  it('stay valid when they are shaded', () => {
    fc.assert(
      fc.property(hexColour, fc.double({ min: 0.5, max: 1.5, noNaN: true }), (colour, factor) => {
        expect(scaleLightness(colour, factor)).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
  });
});

describe('a theme', () => {
  it.each(Object.values(brands))('of $name keeps all text readable with any colours of an organisation', (brand) => {
    fc.assert(
      fc.property(
        fc.option(hexColour),
        fc.option(hexColour),
        fc.option(hexColour),
        (primaryColour, secondaryColour, tertiaryColour) => {
          const of = createThemeVariables(brand, { primaryColour, secondaryColour, tertiaryColour }) as Record<string, string>;
          const pairs = [
            ['--on-brand', '--brand'],
            ['--on-brand-hover', '--brand-hover'],
            ['--on-secondary', '--secondary'],
            ['--on-tertiary', '--tertiary'],
            ['--brand-text', '--canvas'],
            ['--brand-text', '--surface'],
            ['--brand-text', '--brand-tint'],
            ['--ink', '--brand-tint'],
            ['--muted', '--brand-tint'],
            ['--muted', '--canvas'],
            ['--muted', '--sunken'],
          ] as const;
          for (const [text, ground] of pairs)
            expect(getContrastRatio(of[text] ?? '', of[ground] ?? ''), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        },
      ),
    );
  });

  it('accepts only hexadecimal colours from an organisation', () => {
    const of = createThemeVariables(brands.sundial, {
      primaryColour: 'red; } body { display: none',
      secondaryColour: '',
      tertiaryColour: '#fff',
    });
    expect(of['--brand']).toBe(brands.sundial.colours.primary);
    expect(of['--tertiary']).toBe(brands.sundial.colours.tertiary);
  });

  it.each([
    ['alder', 'alder'],
    ['www.ALDER-and-vane.example', 'alder'],
    ['brackwell-workwear', 'brackwell'],
    ['alder brackwell', 'alder'],
    ['<script>', 'sundial'],
    ['', 'sundial'],
  ])('named by %j is that of %s', (text, name) => {
    expect(getBrandFromText(text).name).toBe(name);
  });
});
