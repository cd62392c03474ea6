import { type Brand, SANS_SERIF_FONTS } from './brand.ts';

/** Industrial: dense, strong, square. */
export const brackwell: Brand = {
  name: 'brackwell',
  company: 'Brackwell Workwear',
  tagline: 'Workwear and protective clothing.',
  logo: '/logos/brackwell.svg',
  mark: '/marks/brackwell.png',
  colours: { primary: '#17191b', secondary: '#f5b81c', tertiary: '#4b5a63' },
  onPrimary: '#f9c933',
  canvas: '#ecedee',
  line: '#d9dadc',
  radius: { control: 3, card: 4 },
  density: { control: 40, card: 16 },
  headings: { face: SANS_SERIF_FONTS, isSerif: false, weight: '760', spacing: '-0.02em' },
  garments: ['coverall/2b3f5c', 'hi-vis-vest/dfe62b', 'cargo-trousers/33363a'],
};
