/**
 * What must hold for the size advice of every garment of the demonstration. The usual run tries one person with each chart that differs in more than
 * the range of its sizes; `SIZING_PROPERTY_PEOPLE=20 npx vitest run --project unit bench/sizing/advice-properties.test.ts` tries twenty with all.
 */
import { expect, it } from 'vitest';
import { type Answers, BRA_CUPS } from '#body/answers.ts';
import { listAlternatives } from '#body/fit-labels.ts';
import type { FitPoint } from '#body/garment-chart.ts';
import { MEASURE_INDEX, type Measure, type Sex } from '#body/measures.ts';
import { estimateBody, getEstimate, type Prediction } from '#body/predict.ts';
import { sampleBodies } from '#body/sampling.ts';
import { chooseSize, suggestSize } from '#body/suggest.ts';
import { Random } from '#demo/random.ts';
import { type DemoChart, listDemoCharts } from './demo-charts.ts';

const PEOPLE = Number(process.env.SIZING_PROPERTY_PEOPLE ?? 0);
const GIRTHS: readonly Measure[] = ['neck', 'chest', 'waist', 'waistNatural', 'hip'];
const all = listDemoCharts();
const charts = PEOPLE > 0 ? all : pickLargest(all);

/** Of garments that are compared alike, the one with most sizes. */
function pickLargest(from: readonly DemoChart[]): DemoChart[] {
  const likeOf = ({ chart: { kind, sex, primary, sizes } }: DemoChart) => {
    const { points = {}, legs } = sizes[Math.floor(sizes.length / 2)] ?? {};
    return [kind, sex, primary, Object.keys(points), legs?.length, sizes.some(({ name }) => name === 'M')].join(' ');
  };
  return [...Map.groupBy(from, likeOf).values()].map((alike) =>
    alike.reduce((most, each) => (each.chart.sizes.length > most.chart.sizes.length ? each : most)),
  );
}

interface Wearer {
  answers: Answers;
  /** A body that answers so: what a tape would read. */
  body: (measure: Measure) => number;
}

/** Someone of this sex, from very small to very large, with a body that is drawn from all those with their height and weight. */
function drawWearer(random: Random, sex: Sex): Wearer {
  const stature = random.between(sex === 'male' ? 158 : 148, sex === 'male' ? 200 : 186);
  const mass = Math.round(random.between(170, 420) / 10) * (stature / 100) ** 2;
  const answers: Answers = { sex, stature, mass };
  const [reading] = estimateBody(answers).interpretations;
  const bodies = sampleBodies([{ weight: 1, belief: (reading as NonNullable<typeof reading>).belief }], 64);
  const row = random.between(0, 63) * Object.keys(MEASURE_INDEX).length;
  return { answers, body: (measure) => bodies[row + MEASURE_INDEX[measure]] as number };
}

const sexesOf = ({ chart }: DemoChart): Sex[] => (chart.sex === 'unisex' ? ['male', 'female'] : [chart.sex]);
/** Men's garments are worn by women too, and women's by men. */
const wearersOf = (each: DemoChart, random: Random): Wearer[] =>
  Array.from({ length: Math.max(PEOPLE, 1) }, () => {
    const own = random.pick(sexesOf(each));
    return drawWearer(random, random.chance(0.8) ? own : own === 'male' ? 'female' : 'male');
  });

const withTapes = ({ answers, body }: Wearer, measures: readonly Measure[], confirmed: boolean): Answers => ({
  ...answers,
  tapes: measures.map((measure) => ({ measure, cm: body(measure) })),
  ...(confirmed ? { confirmed: [...measures] } : {}),
});

/** The place of the advised size among those of the chart, and of its leg; undefined where there is none. */
function findPlaces({ chart }: DemoChart, answers: Answers): { size: number | undefined; leg: number | undefined } {
  const chosen = chooseSize(estimateBody(answers), answers, chart);
  if ('refusal' in chosen) return { size: undefined, leg: undefined };
  const size = chart.sizes.findIndex(({ name }) => name === chosen.size);
  const leg = chart.sizes[size]?.legs?.findIndex(({ name }) => name === chosen.leg) ?? -1;
  return { size, leg: leg < 0 ? undefined : leg };
}

/** Where the advice falls along answers of which each has more than the one before. */
function findFalls(
  each: DemoChart,
  rungs: readonly (readonly [label: string, answers: Answers])[],
  { withLeg = true }: { withLeg?: boolean } = {},
): string[] {
  const falls: string[] = [];
  let [size, leg, from] = [-1, -1, ''];
  for (const [label, answers] of rungs) {
    const next = findPlaces(each, answers);
    const names = ({ size: place, leg: legPlace }: { size: number; leg: number }) =>
      [each.chart.sizes[place]?.name, each.chart.sizes[place]?.legs?.[legPlace]?.name].filter(Boolean).join(' ');
    if ((next.size !== undefined && next.size < size) || (withLeg && next.leg !== undefined && next.leg < leg)) {
      falls.push(
        `${each.handle}: ${names({ size, leg })} at ${from}, ${names({ size: next.size ?? -1, leg: next.leg ?? -1 })} at ${label}; ${JSON.stringify(answers)}`,
      );
    }
    [size, leg, from] = [next.size ?? size, next.leg ?? leg, label];
  }
  return falls;
}

const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

/** From far below the body to far above; an inside leg as far from the usual as the height itself is not doubted for it, which is asked then. */
function ladder(measure: Measure, { answers, body }: Wearer, count: number): number[] {
  if (measure !== 'crotchHeight') return steps(body(measure) * 0.8, body(measure) * 1.3, count);
  const { value } = getEstimate(estimateBody(answers), measure);
  return steps(value * 0.93, value * 1.07, count);
}

/** Everyone and every garment, each garment's people drawn from its name. */
const forEveryone = (name: string, run: (each: DemoChart, wearer: Wearer, random: Random) => string[]) =>
  charts.flatMap((each) => {
    const random = new Random(`${name} ${each.handle}`);
    return wearersOf(each, random).flatMap((wearer) => run(each, wearer, random));
  });

const decisive = ({ chart }: DemoChart): Measure[] => {
  const points = [...new Set(chart.sizes.flatMap(({ points: own }) => Object.keys(own) as FitPoint[]))];
  return chart.sizes.some(({ legs }) => legs) ? [...points, 'crotchHeight'] : points;
};

it('covers every garment of the demonstration that has size advice', () => {
  expect(all.length).toBeGreaterThan(50);
  expect(charts.length).toBeGreaterThan(15);
  expect(new Set(charts.map(({ chart }) => chart.kind))).toEqual(new Set(['shirt', 'top', 'jacket', 'trousers', 'other']));
});

it('never advises a smaller size, or a shorter leg, for more of a measure, the others equal', { timeout: 600_000 }, () => {
  const falls = forEveryone('tapes', (each, wearer) =>
    decisive(each).flatMap((measure) =>
      [decisive(each), [measure]].flatMap((taped) =>
        [true, false].flatMap((isConfirmed) => {
          const answers = withTapes(wearer, taped, isConfirmed);
          return findFalls(
            each,
            ladder(measure, wearer, 10).map((cm) => [
              `${measure} ${cm.toFixed(1)}`,
              { ...answers, tapes: (answers.tapes ?? []).map((tape) => (tape.measure === measure ? { measure, cm } : tape)) },
            ]),
          );
        }),
      ),
    ),
  );
  expect(falls).toEqual([]);
});

it('never advises a smaller size for a plausible girth that the garment is not compared by', { timeout: 600_000 }, () => {
  const falls = forEveryone('other tapes', (each, wearer, random) => {
    const measure = random.pick(GIRTHS.filter((girth) => !decisive(each).includes(girth)));
    const { value } = getEstimate(estimateBody(wearer.answers), measure);
    return findFalls(
      each,
      steps(value * 0.93, value * 1.07, 8).map((cm) => [
        `${measure} ${cm.toFixed(1)}`,
        { ...wearer.answers, tapes: [{ measure, cm }], confirmed: [measure] },
      ]),
    );
  });
  expect(falls).toEqual([]);
});

it('never advises a smaller size for more weight, nor a shorter leg for more height', { timeout: 600_000 }, () => {
  const falls = forEveryone('weight', (each, { answers }) => {
    const { stature = 170 } = answers;
    const weights = findFalls(
      each,
      steps(17, 44, 12).map((bmi) => [`BMI ${bmi.toFixed(1)}`, { ...answers, mass: bmi * (stature / 100) ** 2 }]),
      // The legs of heavier people end lower.
      { withLeg: false },
    );
    const legs = steps(150, 205, 12).map((cm) => findPlaces(each, { ...answers, stature: cm, mass: 24 * (cm / 100) ** 2 }).leg);
    const known = legs.flatMap((leg) => leg ?? []);
    return [
      ...weights,
      ...(known.some((leg, i) => i > 0 && leg < (known[i - 1] as number)) ? [`${each.handle}: legs ${known.join(' ')}`] : []),
    ];
  });
  expect(falls).toEqual([]);
});

it('never advises a smaller size for a larger one worn elsewhere in garments of this kind', { timeout: 600_000 }, () => {
  const confirmed = ['jeans', 'shirt', 'braBand'];
  const falls = forEveryone('labels', (each, { answers, body }) => {
    const isTrousers = each.chart.kind === 'trousers';
    const label = (up: number): Partial<Answers> => {
      if (answers.sex === 'male')
        return isTrousers
          ? { jeans: Math.round(body('waist') / 2.54) - 3 + up }
          : { shirt: Math.round(((body('neck') + 1.3) / 2.54) * 2) / 2 - 1 + up / 2 };
      return isTrousers
        ? { jeans: Math.max(4, 2 * Math.round(body('hip') / 5) - 32) + 2 * up }
        : { braBand: 2 * Math.round(body('chest') / 2.54 / 2) - 4, braCup: BRA_CUPS[up + 1] as string };
    };
    return findFalls(
      each,
      [0, 1, 2, 3, 4].map((up) => [JSON.stringify(label(up)), { ...answers, ...label(up), confirmed }]),
      { withLeg: false },
    );
  });
  expect(falls).toEqual([]);
});

it('never simply advises a size that its own table calls too tight, nor calls it good', { timeout: 600_000 }, () => {
  let conflicts = 0;
  const wrong = forEveryone('tight', (each, wearer, random) => {
    const stretched: Wearer = {
      ...wearer,
      body: (measure) => wearer.body(measure) * (measure.startsWith('waist') ? 0.9 + random.next() * 0.4 : 1),
    };
    return [[], decisive(each)].flatMap((taped) => {
      const answers = withTapes(stretched, taped, true);
      const prediction: Prediction = estimateBody(answers);
      const result = suggestSize(prediction, answers, each.chart);
      if ('refusal' in result) return [];
      const { best, conflict } = result.suggestion;
      if (conflict) conflicts++;
      const tight = best.points.filter(({ class: fit, point }) => fit === 'tooTight' && point !== 'crotchHeight');
      const isBeyond = best.points.some(({ point, body }) => Math.abs(body - getEstimate(prediction, point).value) > 1e-6);
      const isSimple = tight.length > 0 && conflict === undefined;
      const nonsense = conflict && conflict.needs.size !== null && conflict.needs.size.id === conflict.fits?.size?.id;
      return isSimple || isBeyond || nonsense
        ? [`${each.handle} ${best.name}: ${tight.map(({ point }) => point).join(', ')}; ${JSON.stringify(answers)}`]
        : [];
    });
  });
  expect(wrong).toEqual([]);
  expect(conflicts).toBeGreaterThan(5);
});

it('has alternatives that are sizes of the garment, each once', { timeout: 600_000 }, () => {
  const wrong = forEveryone('alternatives', (each, { answers }) => {
    const result = suggestSize(estimateBody(answers), answers, each.chart);
    if ('refusal' in result) return [];
    const names = [result.suggestion.best, ...listAlternatives(result.suggestion)].map(({ name }) => name);
    const isKnown = names.every((name) => each.chart.sizes.some((size) => size.name === name));
    return isKnown && new Set(names).size === names.length ? [] : [`${each.handle}: ${names.join(', ')}`];
  });
  expect(wrong).toEqual([]);
});
