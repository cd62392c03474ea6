import type { Brand } from './brand.ts';

/** Corporate: quiet, square, with headings in a narrow serif that matches the logo. */
export const alder: Brand = {
  name: 'alder',
  company: 'Alder & Vane',
  tagline: 'Corporate clothing, tailored to the people who wear it.',
  logo: '/logos/alder.svg',
  mark: '/marks/alder.png',
  colours: { primary: '#1c2a43', secondary: '#b08d57', tertiary: '#6b7a8f' },
  onPrimary: '#ffffff',
  canvas: '#f4f3f1',
  line: '#e0ded9',
  radius: { control: 2, card: 3 },
  density: { control: 44, card: 24 },
  headings: {
    face: "'Instrument Serif', 'Iowan Old Style', Georgia, Cambria, 'Noto Serif', serif",
    isSerif: true,
    weight: '400',
    spacing: 'normal',
  },
  garments: ['shirt/f2f2ef', 'blazer/1c2a43', 'trousers/4a4d55'],
};
