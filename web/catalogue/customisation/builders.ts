import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import type { DesignOptions, GarmentDesign } from './design-types.ts';

const AREA = { side: 'front', xCm: 40, yCm: 30, widthCm: 9, heightCm: 4 } as const;

/** What can be put on product 7: two positions on the front and one on the back, a logo, three fonts and two colours. */
export function someDesignOptions(parts: PartsOf<DesignOptions> = {}): PartsOf<DesignOptions> {
  const method = {
    price: 2.4,
    setupPrice: 12,
    minLetterHeightMm: 5,
    maxTextLength: 30,
    maxLines: 1,
    takesLogo: true,
    takesText: true,
  };
  return {
    productId: 7,
    canvas: { widthCm: 90, heightCm: 97.5 },
    drawings: [{ colourId: 201, frontSrc: '/garments/polo-navy.svg', backSrc: '/garments/polo-navy-back.svg' }],
    methods: [
      { ...method, id: 10, name: 'Embroidery' },
      { ...method, id: 30, name: 'Transfer', price: 1.5, setupPrice: 0, maxLines: 3 },
    ],
    positions: [
      { id: 1, name: 'Left chest', ...AREA, letterMm: 10, methodIds: [10, 30] },
      { id: 2, name: 'Right chest', ...AREA, letterMm: 10, methodIds: [10] },
      { id: 3, name: 'Upper back', ...AREA, side: 'back', widthCm: 28, letterMm: 20, methodIds: [30] },
    ],
    logos: [{ id: 5, name: 'Company logo', src: '/logo.png', widthPx: 400, heightPx: 200, status: 'approved' }],
    fonts: ['Sans', 'Serif', 'Script'],
    threadColours: [
      { name: 'Ocean', rgb: '#0e5266' },
      { name: 'White', rgb: '#ffffff' },
    ],
    maxTextLength: 30,
    ...parts,
  };
}

/** A design as the server has it; by default the text “Niamh D.” on the right chest. */
export function aDesign(parts: PartsOf<GarmentDesign> = {}): GarmentDesign {
  const { customisationBuilder } = createReply('GET /api/products/customisationbuilder/:id', {
    customisationBuilder: {
      mandatory: [
        {
          id: 90,
          productId: 7,
          methodId: 10,
          method: 'Embroidery',
          positionId: 2,
          position: 'Right chest',
          area: AREA,
          text: 'Niamh D.',
          fontName: 'Sans',
          letterMm: 10,
          threadColour: 'Ocean',
          threadRgb: '#0e5266',
          price: 2.4,
          setupPrice: 12,
          ...parts,
        },
      ],
    },
  });
  const [design] = customisationBuilder.mandatory;
  if (!design) throw new Error('There is no design.');
  return design;
}
