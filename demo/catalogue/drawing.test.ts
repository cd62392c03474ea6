import { describe, expect, it } from 'vitest';
import { formatFeatures, type GarmentFeature, listFeatureGroups, parseFeatures } from '#garments/features.ts';
import { drawGarment } from '#garments/garments.ts';
import { getDrawingFeatures } from './drawing.ts';
import { productSheets } from './families.ts';
import type { ProductSheet } from './product-sheet.ts';

const sheets = [...productSheets.values()];

/**
 * How a person reads the texts, apart from the rules by which the drawings do: each feature that is not usual, and what must be in a
 * text that names it. Products of types without such a feature are not meant.
 */
// biome-ignore format: a table
const READINGS: Partial<Record<GarmentFeature, RegExp>> = {
  womens: /women’s|Women’s/, slim: /slim fit/, 'waist-length': /[Ww]aist-length/, 'hip-length': /shell jacket|padded jacket|multi-norm/,
  'knee-length': /raincoat|full-length door coat/i, 'thigh-length': /parka/, bomber: /bomber/, 'dropped-hem': /[Ee]xtra length in the back/,
  'straight-hem': /[Ss]traight hem/, 'self-fabric-collar': /[Ss]elf-fabric collar/, 'button-down': /button-down collar/i, cutaway: /cutaway collar/i,
  'band-collar': /band collar|mandarin-collar/i, 'camp-collar': /camp collar/i, 'tie-neck': /tie-neck/, 'crew-neck': /crew jumper/,
  'stand-collar': /(stand|high) collar/i, 'turn-down-collar': /turn-down collar/, hood: /(detachable|adjustable|roll-away|stiffened) hood|hooded/i,
  'shawl-collar': /shawl collar/, 'peak-lapel': /peak lapel/i, 'contrast-collar': /contrast collar/, 'one-button': /one-button/i,
  'two-buttons': /two tonal buttons/i, 'three-buttons': /three-button/i, 'four-buttons': /four-button|four covered buttons/i,
  'six-buttons': /six(-button| tonal buttons)/i, 'concealed-placket': /concealed placket/i, 'press-studs': /press studs/, 'quarter-zip': /quarter-zip/i,
  'full-zip': /full-zip/i, 'no-cords': /without cords/, 'zip-front': /front zip|zip-front|zipped/i, 'quick-release-front': /quick-release front/i,
  'single-breasted': /single-breasted/i, 'double-breasted': /double-breasted/i, 'covered-buttons': /covered buttons/, 'concealed-studs': /concealed press studs/i,
  'asymmetric-front': /asymmetric/, 'wrap-front': /wrap front/i, 'button-through': /button-through/i, raglan: /raglan/i, 'short-sleeves': /short sleeve|^Short$/m,
  'three-quarter-sleeves': /three-quarter sleeve/i, 'roll-up-tab': /roll-up sleeve with tab/i, epaulettes: /epaulettes/i, 'saddle-shoulder': /saddle shoulder/i,
  'reinforced-shoulders': /reinforced shoulders/, 'abrasion-panels': /abrasion panels/i, 'reinforced-elbows': /reinforced elbows/i,
  'contrast-yoke': /contrast yoke/, 'princess-seams': /princess seams/i, 'bust-darts': /bust (and back )?darts/i, 'gathered-shoulders': /gathered shoulder/i,
  'chest-pocket': /(?<!no )(?<!No )chest pocket(?!s)/i, 'two-chest-pockets': /two (pleated )?chest pockets/i, 'chest-and-hand-pockets': /pocket at the chest/,
  'sleeve-pocket': /pocket on the sleeve|sleeve pockets|thermometer pocket/i, 'hip-pockets': /two hip pockets/i, 'two-pockets': /two (small|large) pockets/i,
  'zipped-pockets': /(two|three) zipped pockets/i, 'cargo-pockets': /cargo (and rule )?pockets/i, 'ticket-pocket': /ticket pocket/i,
  'zipped-pocket': /zipped pocket|pocket with zip|pocket is zipped/i, 'thigh-pockets': /thigh pockets/i, 'holster-pockets': /holster pockets/i,
  'knee-pad-pockets': /knee-pad pockets/i, 'id-pocket': /ID (and phone )?pocket/, 'six-pockets': /six pockets/i, 'phone-pocket': /phone pocket|staff card and phone/,
  'three-pockets': /three(-part)? pocket/i, 'riveted-pockets': /riveted pockets/i, 'side-elastic': /side-elastic waist/i, drawstring: /drawstring/i,
  drawcord: /drawcord/, 'pull-on': /pull-on/i, 'ribbed-waistband': /ribbed waistband/i, 'slim-leg': /slim (work )?trousers/i, 'tapered-leg': /tapered leg/i,
  'wide-leg': /straight and roomy/i, 'ankle-length': /ankle[ -]length/i, creased: /permanent crease/i, check: /small check/, 'side-band': /one down the side/,
  'waist-apron': /waist apron to|bistro apron/i, 'short-waist-apron': /short waist apron/i, 'crossed-straps': /cross-back|crossed/i, 'front-slit': /slit/,
  tipped: /tipping/, braid: /braid/i, 'contrast-piping': /contrast piping/i, 'reflective-piping': /reflective piping/i, 'reflective-tape': /class [23]/,
  'limb-tape': /tape at arms and legs/, 'body-tape': /EN ISO 20471/, quilted: /quilted (jacket|coverall)/i, 'fleece-cloth': /fleece gilet/,
  'reflective-band': /reflective band/i, 'five-panels': /five-panel/, 'bump-cap': /bump cap/, 'cycle-helmet': /cycle helmet/, 'skull-cap': /skull cap/,
  'court-shoe': /court shoe/, clog: /clog/, trainer: /trainer/, 'toe-cap': /toe cap/, 'rigger-boot': /rigger boot/, wellington: /wellington/,
  'scuff-cap': /scuff cap/i, 'clip-on': /clip-on/i, 'square-scarf': /neck scarf/i, neckerchief: /neckerchief/, 'dipped-palm': /foam palm/,
  pleats: /two side pleats/, darts: /[Bb]ack darts|[Tt]ailored through the back/, disposable: /disposable/, 'lined-gloves': /lined gloves/i, cushioned: /cushioned/i, 'bib-and-brace': /bib and brace/,
};

const textOf = ({ name, short, text, points, cut, sleeve }: ProductSheet) =>
  [name, short, text, ...points, cut, sleeve].join('\n');

const listUnusual = ({ garment }: ProductSheet): GarmentFeature[] =>
  listFeatureGroups(garment).flatMap((options) => options.slice(1));

describe('the products of the demonstration', () => {
  it('have a drawing each that no other product has', () => {
    const drawings = new Map<string, string[]>();
    for (const sheet of sheets) {
      const features = parseFeatures(sheet.garment, getDrawingFeatures(sheet));
      const drawing = drawGarment(sheet.garment, { colour: '#1f2a44', side: 'front', features })
        .replaceAll(/g[0-9a-z]+-\w+/g, '')
        .replace(/<title>.*?<\/title>/, '');
      drawings.set(drawing, [...(drawings.get(drawing) ?? []), sheet.handle]);
    }
    expect(sheets.length).toBeGreaterThanOrEqual(120);
    expect([...drawings.values()].filter((handles) => handles.length > 1)).toEqual([]);
  });

  it.each(sheets.map((sheet) => ({ handle: sheet.handle, sheet })))('$handle is drawn as its texts say', ({ sheet }) => {
    const drawn = parseFeatures(sheet.garment, getDrawingFeatures(sheet));
    const text = textOf(sheet);
    const read = listUnusual(sheet).filter((feature) => READINGS[feature]?.test(text));
    expect(formatFeatures(sheet.garment, drawn).split('.').filter(Boolean).sort()).toEqual([...read].sort());
  });

  it('are read in every feature that their drawings show', () => {
    const shown = new Set(sheets.flatMap((sheet) => [...parseFeatures(sheet.garment, getDrawingFeatures(sheet))]));
    expect([...shown].filter((feature) => !READINGS[feature])).toEqual([]);
  });
});
