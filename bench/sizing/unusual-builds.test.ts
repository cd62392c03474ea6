import { expect, it } from 'vitest';
import { getGarmentCoverage } from '#api/catalogue/size-guides/reading/garment-coverage.rules.ts';
import type { Answers } from '#body/answers.ts';
import { describeContradiction } from '#body/body-fields.ts';
import { describeLengths } from '#body/lengths.ts';
import { predictBody } from '#body/predict.ts';
import { suggestSize } from '#body/suggest.ts';
import {
  describeConflictChoice,
  describeEnd,
  describeLengthNotes,
  describeRecommendation,
  describeSizeConflict,
  formatRecommendedSize,
  isUnlikelyToFit,
  joinRecommendation,
  REFUSAL_MESSAGES,
} from '#web/sizing/advice.ts';
import { isWoman } from '#web/sizing/body-description.ts';
import { toRecommendation } from '#web/sizing/fitting.ts';
import { listDemoCharts } from './demo-charts.ts';

const WOMENS = ['pique-polo-womens', 'stretch-chinos-womens', 'womens-blazer'];
const MENS = ['pique-polo', 'stretch-chinos-mens', 'mens-blazer'];
const tape = (tapes: Partial<Record<'neck' | 'chest' | 'waist' | 'waistNatural' | 'hip' | 'crotchHeight', number>>) => ({
  tapes: Object.entries(tapes).map(([measure, cm]) => ({ measure: measure as 'chest', cm })),
});
/** Whoever is measured is also asked about what surprises, and says that it is right. */
const confirmed = { confirmed: ['neck', 'chest', 'waist', 'waistNatural', 'hip', 'crotchHeight'] };

const BUILDS: readonly [who: string, answers: Answers, garments: readonly string[]][] = [
  [
    'Woman, wide waist (167 cm, 82 kg, bust 102, waist 96, hips 106)',
    { sex: 'female', stature: 167, mass: 82, ...tape({ chest: 102, waistNatural: 96, hip: 106 }), ...confirmed },
    WOMENS,
  ],
  [
    'Pregnant woman (168 cm, 78 kg, bust 102, waist 108, hips 104)',
    { sex: 'female', stature: 168, mass: 78, ...tape({ chest: 102, waistNatural: 108, hip: 104 }), ...confirmed },
    [...WOMENS, 'shift-dress'],
  ],
  [
    'The same, before she has said that 108 is right',
    { sex: 'female', stature: 168, mass: 78, ...tape({ chest: 102, waistNatural: 108, hip: 104 }) },
    ['stretch-chinos-womens'],
  ],
  ['Very large man (178 cm, 160 kg)', { sex: 'male', stature: 178, mass: 160 }, [...MENS, 'polycotton-coverall']],
  ['Very large woman (165 cm, 140 kg)', { sex: 'female', stature: 165, mass: 140 }, WOMENS],
  ['Very small woman (148 cm, 42 kg)', { sex: 'female', stature: 148, mass: 42 }, [...WOMENS, 'pique-polo']],
  ['Person of short stature (138 cm, 45 kg, man)', { sex: 'male', stature: 138, mass: 45 }, [...MENS, 'polycotton-coverall']],
  [
    'Woman with long legs (178 cm, 66 kg, inside leg 92)',
    { sex: 'female', stature: 178, mass: 66, ...tape({ crotchHeight: 92 }), ...confirmed },
    ['stretch-chinos-womens', 'womens-slim-trousers'],
  ],
  ['Very tall man (206 cm, 100 kg)', { sex: 'male', stature: 206, mass: 100 }, [...MENS, 'polycotton-coverall']],
  ['Short and heavy man (160 cm, 110 kg)', { sex: 'male', stature: 160, mass: 110 }, [...MENS, 'polycotton-coverall']],
  [
    'Athletic man (182 cm, 95 kg, chest 118, waist 86)',
    { sex: 'male', stature: 182, mass: 95, ...tape({ chest: 118, waist: 86 }), ...confirmed },
    [...MENS, 'oxford-shirt-long-sleeve'],
  ],
  [
    'Man with a thick neck (180 cm, 92 kg, neck 46)',
    { sex: 'male', stature: 180, mass: 92, ...tape({ neck: 46 }), ...confirmed },
    ['oxford-shirt-long-sleeve'],
  ],
  [
    'Man in a wheelchair (180 cm, 88 kg, measured sitting: waist 108, hips 102)',
    { sex: 'male', stature: 180, mass: 88, ...tape({ waist: 108, hip: 102 }), ...confirmed },
    ['stretch-chinos-mens', 'chef-trousers-check', 'pique-polo'],
  ],
  ['Woman who wears men’s garments (170 cm, 72 kg)', { sex: 'female', stature: 170, mass: 72 }, MENS],
  ['Man who wears women’s garments (172 cm, 64 kg)', { sex: 'male', stature: 172, mass: 64 }, WOMENS],
  [
    'Woman, hips wide for the waist (165 cm, 72 kg, waist 72, hips 114)',
    { sex: 'female', stature: 165, mass: 72, ...tape({ waistNatural: 72, hip: 114 }), ...confirmed },
    ['stretch-chinos-womens', 'pencil-skirt'],
  ],
  [
    'Woman, full bust (160 cm, 62 kg, bra 32G)',
    { sex: 'female', stature: 160, mass: 62, braBand: 32, braCup: 'G' },
    ['oxford-blouse-long-sleeve', 'womens-blazer'],
  ],
  [
    'Prefers not to say (170 cm, 70 kg)',
    { sex: 'either', stature: 170, mass: 70 },
    ['pique-polo', 'stretch-chinos-mens', 'stretch-chinos-womens'],
  ],
];

const charts = new Map(listDemoCharts().map((each) => [each.handle, each]));

/** What the pages say: the headline, and what to do next. */
function describeBuild(answers: Answers, handle: string): { garment: string; headline: string; next: string } {
  const found = charts.get(handle);
  if (!found) throw new Error(`The demonstration has no garment ${handle}.`);
  const { name: garment, chart, garmentType } = found;
  const read = predictBody(answers);
  if ('problems' in read) return { garment, headline: read.problems.map(({ message }) => message).join(' '), next: '' };
  const { prediction } = read;
  const result = suggestSize(prediction, answers, chart);
  const female = isWoman(prediction);
  const questions = prediction.contradictions.map((each) => describeContradiction(each, answers));
  if ('refusal' in result) {
    const end = result.end ? describeEnd(result.end, female, 'cm') : '';
    return {
      garment,
      headline: `${REFUSAL_MESSAGES[result.refusal]}. ${end}`,
      next: [...questions, 'Ask for it made to measure.'].join(' '),
    };
  }
  const { best } = result.suggestion;
  const lengths = describeLengths(prediction, getGarmentCoverage(garmentType), {
    legs: chart.sizes.find(({ id }) => id === best.id)?.legs,
  });
  const advice = { ...toRecommendation(result.suggestion, lengths), askFor: result.suggestion.askFor ?? null };
  const notes = describeLengthNotes(lengths, 'cm');
  const name = formatRecommendedSize(advice);
  if (advice.hasConflict) {
    return {
      garment,
      headline: [describeSizeConflict(advice, female), notes].filter(Boolean).join(' '),
      next: [...questions, describeConflictChoice(advice), 'Ask for it made to measure.'].join(' '),
    };
  }
  if (isUnlikelyToFit(advice)) {
    return {
      garment,
      headline: `No size is likely to fit well. The closest is ${name}. ${notes}`,
      next: [...questions, 'Ask for it made to measure.'].join(' '),
    };
  }
  const order = chart.sizes.map(({ id }) => Number(id));
  return {
    garment,
    headline: [joinRecommendation(name, describeRecommendation(advice, order, female)), notes].filter(Boolean).join(' '),
    next: [...questions, `${name} is selected.`].join(' '),
  };
}

it('advises people of unusual builds as the table in docs/unusual-builds.md says', async () => {
  const rows = BUILDS.flatMap(([who, answers, handles]) =>
    handles.map((handle, i) => {
      const { garment, headline, next } = describeBuild(answers, handle);
      return `| ${i === 0 ? who : ''} | ${garment} | ${headline} | ${next} |`;
    }),
  );
  const table = [
    '# Size advice for unusual builds',
    '',
    'What the pages say to people whom the sizes of the demonstration were not cut for: written by `bench/sizing/unusual-builds.test.ts`, which fails when',
    'it changes (`npx vitest run --project unit bench/sizing/unusual-builds.test.ts -u` writes it anew).',
    '',
    '| Person | Garment | Headline | Next step |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('../../docs/unusual-builds.md');
});
