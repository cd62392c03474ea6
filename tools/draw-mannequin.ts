/**
 * Draws mannequins into a PNG: front, three-quarter and side view.
 *   node tools/draw-mannequin.ts [--out FILE] [--bmi 20,26,36] [--stature 176] [--sex male,female] [--size 700] [--views 0,90] [--zoom 0.8,1.02]
 */
import { writeFileSync } from 'node:fs';
import { buildMannequin, type Mannequin } from '#body/mannequin/mannequin.ts';
import { renderMannequin } from '#body/mannequin/picture.ts';
import type { Measure, Sex } from '#body/measures.ts';
import { estimateBody, getEstimates } from '#body/predict.ts';
import { encodePng } from './png.ts';

const option = (name: string, otherwise: string) => {
  const place = process.argv.indexOf(`--${name}`);
  return place === -1 ? otherwise : (process.argv[place + 1] ?? otherwise);
};
const numbers = (text: string) => (text === '' ? [] : text.split(',').map(Number));

/** Background grey. */
const PAPER = 246;
const size = Number(option('size', '640'));
const views = numbers(option('views', '0,40,90,180'));
const [from, to] = numbers(option('zoom', ''));
const sexes = option('sex', 'male,female').split(',') as Sex[];
const bmis = numbers(option('bmi', '20,26,36'));
const statures: Record<Sex, number> = { male: Number(option('stature', '177')), female: Number(option('stature', '164')) };

const rows = sexes.map((sex) =>
  bmis.map((bmi) => {
    const stature = statures[sex];
    const estimates = getEstimates(estimateBody({ sex, stature, mass: (bmi * stature ** 2) / 1e4, isMeasured: true }));
    const measures = Object.fromEntries(Object.entries(estimates).map(([name, { value }]) => [name, value])) as Record<
      Measure,
      number
    >;
    const started = performance.now();
    const mannequin = buildMannequin({ measures, female: sex === 'female' ? 1 : 0 }, { step: Number(option('step', '1.25')) });
    console.log(`${sex} BMI ${bmi}: ${mannequin.positions.length / 3} points, ${Math.round(performance.now() - started)} ms`);
    return { mannequin };
  }),
);

const width = Math.round(size * 0.62);
const sheetWidth = width * views.length * bmis.length;
const sheet = new Uint8Array(sheetWidth * size * sexes.length * 3).fill(PAPER);
for (const [r, row] of rows.entries()) {
  for (const [c, { mannequin }] of row.entries()) {
    for (const [v, view] of views.entries()) {
      paint(mannequin, (view * Math.PI) / 180, (c * views.length + v) * width, r * size);
    }
  }
}
const out = option('out', 'mannequin.png');
writeFileSync(out, encodePng(sheet, sheetWidth, size * sexes.length));
console.log(out);

/** Copies one view into the sheet. */
function paint(mannequin: Mannequin, turn: number, left: number, top: number): void {
  const part = from === undefined || to === undefined ? undefined : ([from, to] as const);
  const pixels = renderMannequin(mannequin, { width, height: size, turn, part });
  for (let p = 0; p < width * size; p++) {
    const share = (pixels[4 * p + 3] as number) / 255;
    const target = 3 * (left + (p % width) + sheetWidth * (top + Math.floor(p / width)));
    for (let c = 0; c < 3; c++) sheet[target + c] = (pixels[4 * p + c] as number) * share + PAPER * (1 - share);
  }
}
