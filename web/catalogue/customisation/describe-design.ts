import type { GarmentDesign } from './design-types.ts';

/** What is put on the garment, and how: "“Niamh D.”, embroidery, Serif, Ocean" or "Logo, print". */
export function describeContent({ logoId, text, method, fontName, threadColour }: GarmentDesign): string {
  const what = [logoId !== null && 'logo', text !== null && `“${text.replaceAll('\n', ' / ')}”`].filter(Boolean).join(' and ');
  return [toUpperStart(what), method.toLowerCase(), text !== null && fontName, text !== null && threadColour]
    .filter(Boolean)
    .join(', ');
}

/** The same with its position: "Left chest: Logo, print". */
export const describeDesign = (design: GarmentDesign): string => `${design.position}: ${describeContent(design)}`;

const toUpperStart = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
