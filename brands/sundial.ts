import { type Brand, SANS_SERIF_FONTS } from './brand.ts';

/** Hospitality and leisure: warm and round. */
export const sundial: Brand = {
  name: 'sundial',
  company: 'Sundial Uniforms',
  tagline: 'Your uniform, your size, your orders.',
  logo: '/logos/sundial.svg',
  mark: '/marks/sundial.png',
  colours: { primary: '#115c4d', secondary: '#e2a75c', tertiary: '#8f3b2e' },
  onPrimary: '#ffffff',
  canvas: '#f5f4ef',
  line: '#e3e1da',
  radius: { control: 10, card: 14 },
  density: { control: 44, card: 20 },
  headings: { face: SANS_SERIF_FONTS, isSerif: false, weight: '680', spacing: '-0.015em' },
  garments: ['polo/dfa254', 'fleece/115c4d', 'chinos/b89f7d'],
};
