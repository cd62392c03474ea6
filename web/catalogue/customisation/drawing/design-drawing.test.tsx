import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { loadFontMetrics } from '#lettering/metrics.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { DesignBesidePhotograph } from './design-beside-photograph.tsx';
import { DesignDrawing } from './design-drawing.tsx';
import { DesignThumbnail } from './design-thumbnail.tsx';
import type { DrawnDesign } from './drawn-design.ts';

const CANVAS = { widthCm: 120, heightCm: 130 };
const LEFT_CHEST = { side: 'front', xCm: 70, yCm: 35, widthCm: 8, heightCm: 6 } as const;
const UPPER_BACK = { side: 'back', xCm: 45, yCm: 30, widthCm: 30, heightCm: 20 } as const;
const POSITIONS = [
  { id: 1, name: 'Left chest', ...LEFT_CHEST },
  { id: 2, name: 'Right chest', ...LEFT_CHEST, xCm: 42 },
  { id: 3, name: 'Upper back', ...UPPER_BACK },
];

const name: DrawnDesign = {
  positionId: 1,
  position: 'Left chest',
  methodId: 10,
  method: 'Embroidery',
  area: LEFT_CHEST,
  logoName: null,
  logoSrc: null,
  text: 'Niamh D.',
  fontName: 'Serif',
  letterMm: 10,
  threadColour: 'Ocean',
  threadRgb: '#006d75',
};
const onBack: DrawnDesign = { ...name, positionId: 3, position: 'Upper back', area: UPPER_BACK, text: 'Livery' };
const logo: DrawnDesign = {
  ...name,
  positionId: 2,
  position: 'Right chest',
  area: { ...LEFT_CHEST, xCm: 42 },
  logoSrc: '/logo.png',
  logoName: 'Meridian',
  text: null,
  fontName: null,
  letterMm: null,
  threadColour: null,
  threadRgb: null,
};

const drawing = {
  src: '/garments/polo/1d2a4d-front.svg',
  garment: 'Polo in Navy',
  canvas: CANVAS,
  side: 'front' as const,
  designs: [name, logo, onBack],
};

function ChoosingPosition() {
  const [id, setId] = useState<number | null>(1);
  return <DesignDrawing {...drawing} positions={POSITIONS} selectedPositionId={id} onSelectPosition={setId} />;
}

/** Without the shades below them. */
const listTexts = () => [...document.querySelectorAll('svg g[fill^="#"]:not([fill-opacity]) text')];
const getNumber = (element: Element | undefined, attribute: string) => Number(element?.getAttribute(attribute));

describe('the drawing of a garment with its designs', () => {
  it('says what is where on the side that it shows', () => {
    renderPage(<DesignDrawing {...drawing} />);
    expect(screen.getByRole('img').getAttribute('alt')).toBe(
      'Polo in Navy, front. Left chest: text “Niamh D.” in Serif, Ocean, 10 mm high, embroidered. Right chest: logo Meridian, embroidered.',
    );
  });

  it('draws a text in millimetres, in its colour and in the middle of its area, and none of the other side', async () => {
    const { unitsPerEm, capHeight } = await loadFontMetrics('Serif');
    renderPage(<DesignDrawing {...drawing} />);
    await waitFor(() => expect(listTexts().map(({ textContent }) => textContent)).toEqual(['Niamh D.']));
    const [text] = listTexts();
    // Its unit is a millimetre of the garment.
    expect(text?.closest('svg')?.getAttribute('viewBox')).toBe('0 0 1200 1300');
    // Capitals of 10 mm.
    expect((getNumber(text, 'font-size') * capHeight) / unitsPerEm).toBeCloseTo(10, 5);
    expect(text?.parentElement?.getAttribute('fill')).toBe('#006d75');
    const baseline = getNumber(text, 'y');
    expect(baseline).toBeGreaterThan(380);
    expect(baseline).toBeLessThan(390);
    expect(getNumber(text, 'x')).toBeGreaterThan(700);
    expect(getNumber(text, 'x')).toBeLessThan(740);
  });

  it('sets a logo above a text where an area has both', async () => {
    renderPage(<DesignDrawing {...drawing} designs={[{ ...name, logoSrc: '/logo.png', letterMm: 8 }]} />);
    await waitFor(() => expect(listTexts()).toHaveLength(1));
    const image = document.querySelector('svg image') ?? undefined;
    expect(getNumber(image, 'y')).toBe(350);
    expect(getNumber(image, 'y') + getNumber(image, 'height')).toBeLessThan(getNumber(listTexts()[0], 'y') - 8);
  });

  it('puts a badge on a plate on which its text can be read', async () => {
    renderPage(<DesignDrawing {...drawing} designs={[{ ...name, methodId: 40, method: 'Name badge', threadRgb: '#ffffff' }]} />);
    await waitFor(() => expect(listTexts()).toHaveLength(1));
    expect(document.querySelector('svg rect[stroke]')?.getAttribute('fill')).toBe('#2a2d31');
  });

  it('offers the positions of its side as buttons, and says which is chosen', async () => {
    const { user } = renderPage(<ChoosingPosition />);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Left chest', 'Right chest']);
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Right chest');
  });

  it('has a bar of a round length', () => {
    renderPage(<DesignDrawing {...drawing} />);
    expect(screen.getByText('10 cm')).toBeTruthy();
  });
});

describe('a small picture', () => {
  const sides = { frontSrc: '/garments/polo/1d2a4d-front.svg', backSrc: '/garments/polo/1d2a4d-back.svg' };

  it('shows the part of the front where the designs are', async () => {
    renderPage(<DesignThumbnail {...sides} garment="Polo" canvas={CANVAS} designs={[name, onBack]} />);
    await waitFor(() => expect(listTexts().map(({ textContent }) => textContent)).toEqual(['Niamh D.']));
    const [x = 0, , width = 0] = document.querySelector('svg')?.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
    expect(width).toBeLessThan(600);
    expect(x).toBeLessThan(LEFT_CHEST.xCm * 10);
    expect(x + width).toBeGreaterThan((LEFT_CHEST.xCm + LEFT_CHEST.widthCm) * 10);
  });

  it('shows the back when all designs are there', async () => {
    renderPage(<DesignThumbnail {...sides} garment="Polo" canvas={CANVAS} designs={[onBack]} />);
    expect(screen.getByRole('img', { name: /^Polo, back\. Upper back: text “Livery”/ }).getAttribute('src')).toBe(sides.backSrc);
    await waitFor(() => expect(listTexts()).toHaveLength(1));
  });
});

it('a product with photographs has its drawing beside them', () => {
  renderPage(<DesignBesidePhotograph {...drawing} photographSrc="/pictures/polo.webp" />);
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([drawing.src, '/pictures/polo.webp']);
});
