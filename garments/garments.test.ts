import { describe, expect, it } from 'vitest';
import { findFeatures } from './feature-words.ts';
import { formatFeatures, type GarmentFeature, listFeatureGroups, parseFeatures } from './features.ts';
import { drawGarment, formatGarmentAltText, GARMENT_TYPES, type GarmentType, isGarmentType } from './garments.ts';
import type { Side } from './pen.ts';

/** Of one drawing, before compression. */
const MAX_BYTES = 10_000;

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
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MAX_BYTES);
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

const variants = GARMENT_TYPES.flatMap((type) =>
  listFeatureGroups(type).flatMap((options) => options.slice(1).map((feature) => ({ type, feature }))),
);

/** A drawing without what differs between any two: ids and title. */
const draw = (type: GarmentType, side: Side, features: GarmentFeature[] = [], colour = '#1f4e79') =>
  drawGarment(type, { colour, side, features: new Set(features) })
    .replaceAll(/g[0-9a-z]+-\w+/g, '')
    .replace(/<title>.*?<\/title>/, '');

describe('features', () => {
  it.each(variants)('draws $feature of $type unlike the usual one, small and well-formed', ({ type, feature }) => {
    // Buttons of an overcoat, for instance, are drawn only on an overcoat.
    const others: GarmentFeature[][] = listFeatureGroups(type).flatMap((options) => options.map((option) => [option]));
    const isSeen = [[], ...others].some((more) =>
      SIDES.some((side) => draw(type, side, [...more, feature]) !== draw(type, side, more)),
    );
    expect(isSeen).toBe(true);
    for (const side of SIDES) {
      const svg = drawGarment(type, { colour: '#101214', accent: '#f5c518', side, features: new Set([feature]) });
      requireWellFormed(svg);
      expect(svg).not.toMatch(/NaN|undefined/);
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  it('have one written form, which is stored in at most 100 characters', () => {
    expect(formatFeatures('shirt', new Set(['straight-hem', 'button-down', 'pointed-collar', 'v-neck']))).toBe(
      'button-down.straight-hem',
    );
    expect(formatFeatures('belt', new Set(['button-down']))).toBe('');
    expect([...parseFeatures('shirt', 'straight-hem.button-down.unknown.<svg>')]).toEqual(['button-down', 'straight-hem']);
    expect([...parseFeatures('shirt', '')]).toEqual([]);
    const longest = GARMENT_TYPES.map((type) => {
      const all = listFeatureGroups(type).flatMap(
        (options) => [...options.slice(1)].sort((a, b) => b.length - a.length)[0] ?? [],
      );
      return formatFeatures(type, new Set(all)).length;
    });
    expect(Math.max(...longest)).toBeLessThanOrEqual(100);
  });

  it('are named once within a type', () => {
    for (const type of GARMENT_TYPES) {
      const names = listFeatureGroups(type).flat();
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    }
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

  it('tells trainers above the ankle from low ones', () => {
    expect(formatFeatures('shoe', findFeatures('shoe', ['High-top safety trainer with toe cap']))).toBe(
      'trainer.toe-cap.high-top',
    );
    expect(formatFeatures('shoe', findFeatures('shoe', ['Safety trainer with high grip']))).toBe('trainer');
    expect(draw('shoe', 'back', ['trainer', 'high-top'])).not.toBe(draw('shoe', 'back', ['trainer']));
  });

  it('knows its own types and no others', () => {
    expect(isGarmentType('chef-jacket')).toBe(true);
    expect(isGarmentType('toString')).toBe(false);
  });
});
