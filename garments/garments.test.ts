import { describe, expect, it } from 'vitest';
import { drawGarment, formatGarmentAltText, GARMENT_TYPES, isGarmentType } from './garments.ts';
import type { Side } from './pen.ts';

const SIDES: Side[] = ['front', 'back'];
const LOOKS = [{ colour: '#1f4e79' }, { colour: '#ffffff' }, { colour: '#101214', accent: '#f5c518' }];

/** Throws unless every tag is closed in order, which is sufficient for these SVG drawings. */
function requireWellFormed(svg: string): void {
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g, (_tag, closing, name, _attributes, empty) => {
    if (closing && open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    if (!closing && !empty) open.push(name);
    return '';
  });
  if (open.length > 0 || /[<>&]/.test(rest)) throw new Error(`left over: ${open.join()} ${rest}`);
}

describe.each(GARMENT_TYPES)('%s', (type) => {
  it.each(SIDES)('draws a small, well-formed %s', (side) => {
    for (const look of LOOKS) {
      const svg = drawGarment(type, { ...look, side });
      requireWellFormed(svg);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* viewBox="0 0 240 260" role="img">/);
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(8192);
      expect(svg).not.toMatch(/NaN|undefined|var\(|color-mix|style=|<script|<image|<foreignObject/);
    }
  });

  it.each(SIDES)('paints the %s with hexadecimal colours only', (side) => {
    const svg = drawGarment(type, { colour: '#7a2033', accent: '#c9b48a', side });
    for (const [, paint] of svg.matchAll(/(?:fill|stroke|stop-color)="([^"]*)"/g)) {
      expect(paint).toMatch(/^(#[0-9a-f]{6}|none|url\(#[\w-]+\))$/);
    }
  });

  it.each(SIDES)('refers only to ids that the drawing of the %s defines', (side) => {
    const svg = drawGarment(type, { colour: '#7a2033', side });
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, url, href] of svg.matchAll(/url\(#([\w-]+)\)|href="#([^"]*)"/g)) expect(ids).toContain(url ?? href);
    const other = drawGarment(type, { colour: '#7a2034', side });
    for (const id of ids) expect(other).not.toContain(`id="${id}"`);
  });

  it('shows something else behind than in front', () => {
    const marks = (side: Side) =>
      drawGarment(type, { colour: '#1f4e79', side })
        .replace(/g[0-9a-z]+-\w+/g, '')
        .replace(/<title>.*?<\/title>/, '');
    expect(marks('front')).not.toBe(marks('back'));
  });
});

describe('colours', () => {
  it.each(['red', '#fff', '#12345', '#1234567', '', '#gggggg', '#123456"/><script>', ' #123456', '#123456\n'])(
    'refuses %j',
    (colour) => {
      expect(() => drawGarment('polo', { colour, side: 'front' })).toThrow(RangeError);
      expect(() => drawGarment('polo', { colour: '#123456', accent: colour, side: 'front' })).toThrow(RangeError);
    },
  );

  it('draws the same image for the same options', () => {
    expect(drawGarment('polo', { colour: '#1F4E79', side: 'front' })).toBe(
      drawGarment('polo', { colour: '#1f4e79', side: 'front' }),
    );
  });
});

describe('words', () => {
  it('describes a drawing', () => {
    expect(formatGarmentAltText('polo', 'Navy')).toBe('Polo shirt in navy, front');
    expect(formatGarmentAltText('hi-vis-vest', 'yellow', 'back')).toBe('Hi-vis vest in yellow, back');
  });

  it('knows its own types and no others', () => {
    expect(isGarmentType('chef-jacket')).toBe(true);
    expect(isGarmentType('toString')).toBe(false);
  });
});
