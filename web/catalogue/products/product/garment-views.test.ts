import { expect, it } from 'vitest';
import { aGarment, anAttribute } from '../builders.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { listGarmentViews } from './garment-views.ts';

const [NAVY, RED] = ['/garments/shirt/1f2a44-front.svg', '/garments/shirt/b51f2e-front.svg'];
const anImage = (id: number, src: string, altText: string | null) => ({ id, src, position: id, altText });

function aShirt(images: OrderableGarment['images'], imageSrc: (colour: string | undefined) => string | null): OrderableGarment {
  const colour = anAttribute(7, 'colour', ['Navy', 'Red']);
  const attributeValues = colour.attributeValues.map((value, index) => ({ ...value, drawingSrc: [NAVY, RED][index] ?? null }));
  const change = ({ attributes }: OrderableGarment['combinations'][number]) => ({ imageSrc: imageSrc(attributes[0]?.value) });
  return { ...aGarment([{ ...colour, attributeValues }], change), name: 'Pier shirt', images };
}

it('shows photographs with their texts, and the drawing in the selected colour where one cannot be loaded', () => {
  const images = [anImage(1, '/pictures/navy.webp', 'Pier shirt in navy'), anImage(2, '/pictures/red.webp', null)];
  const shirt = aShirt(images, (colour) => (colour === 'Red' ? '/pictures/red.webp' : '/pictures/navy.webp'));
  expect(listGarmentViews(shirt, { 7: 702 })).toEqual([
    { src: '/pictures/red.webp', label: 'Picture 1', alt: 'Pier shirt, picture 1', fallback: RED },
    { src: '/pictures/navy.webp', label: 'Picture 2', alt: 'Pier shirt in navy', fallback: RED },
  ]);
  expect(listGarmentViews(shirt, {}).map(({ fallback }) => fallback)).toEqual([NAVY, NAVY]);
});

it('shows both sides of a drawing, named as such', () => {
  const shirt = aShirt([anImage(1, NAVY, 'Pier shirt')], () => NAVY);
  expect(listGarmentViews(shirt, { 7: 701 })).toEqual([
    { src: NAVY, label: 'Front', alt: 'Pier shirt, front', fallback: undefined },
    { src: '/garments/shirt/1f2a44-back.svg', label: 'Back', alt: 'Pier shirt, back', fallback: undefined },
  ]);
});

it('shows photographs of the selected colour and those for all colours, named by their sides', () => {
  const images = [
    { ...anImage(1, '/pictures/navy.webp', null), attributeValueId: 701, shows: 'front' as const },
    { ...anImage(2, '/pictures/red.webp', null), attributeValueId: 702, shows: 'front' as const },
    { ...anImage(3, '/pictures/back.webp', null), attributeValueId: 702, shows: 'back' as const },
    anImage(4, '/pictures/fabric.webp', null),
  ];
  const shirt = aShirt(images, (colour) => (colour === 'Red' ? '/pictures/red.webp' : '/pictures/navy.webp'));
  const viewsIn = (colour: number) => listGarmentViews(shirt, { 7: colour }).map(({ src, label }) => [src, label]);
  expect(viewsIn(702)).toEqual([
    ['/pictures/red.webp', 'Front'],
    ['/pictures/back.webp', 'Back'],
    ['/pictures/fabric.webp', 'Picture 3'],
  ]);
  expect(viewsIn(701)).toEqual([
    ['/pictures/navy.webp', 'Front'],
    ['/pictures/fabric.webp', 'Picture 2'],
  ]);
});
