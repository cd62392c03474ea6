import { expect, it } from 'vitest';
import { PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';
import { getPictureSizes, PICTURE_WIDTHS } from '#web/ui/browser/picture-sizes.ts';
import { getGarmentSides } from './garment-sides.ts';

const anImage = (position: number, src: string, attributeValueId?: number, shows?: 'front' | 'back' | 'detail') => ({
  src,
  position,
  altText: null,
  ...(attributeValueId !== undefined && { attributeValueId }),
  ...(shows && { shows }),
});

it('never turns a garment to a photograph of another colour', () => {
  const navy = anImage(0, '/pictures/navy.webp', 1, 'front');
  const red = anImage(1, '/pictures/red.webp', 2, 'front');
  expect(getGarmentSides([navy, red])).toEqual({ front: navy.src, back: undefined });
  const [detail, back] = [anImage(2, '/pictures/detail.webp', 1, 'detail'), anImage(3, '/pictures/back.webp', 1, 'back')];
  expect(getGarmentSides([back, red, detail, navy])).toEqual({ front: navy.src, back: back.src });
  expect(getGarmentSides([navy, detail])).toEqual({ front: navy.src, back: undefined });
  expect(getGarmentSides([anImage(0, '/a.webp'), anImage(1, '/b.webp')])).toEqual({ front: '/a.webp', back: '/b.webp' });
});

it('names the sizes that the server stores, of stored photographs alone', () => {
  expect(PICTURE_WIDTHS).toEqual(PICTURE_SIDES);
  const path = `/pictures/${'ab'.repeat(20)}`;
  expect(getPictureSizes(`${path}.webp`, '48px')).toEqual({
    srcSet: `${path}-480.webp 480w, ${path}-160.webp 160w, ${path}.webp 1200w`,
    sizes: '48px',
  });
  expect(getPictureSizes('/garments/polo/112233-front.svg', '48px')).toEqual({});
});
