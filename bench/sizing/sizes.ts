/** How often the suggested size is the one of the chart, and whether the stated confidence is honest. */
import { at } from '#body/matrix.ts';
import { INDEX } from '#body/measures.ts';
import { suggestSize } from '#body/suggest.ts';
import { type BenchChart, CHARTS } from './charts.ts';
import { answersOf, predictionOf, type Unseen } from './people.ts';
import { check, heading, percent, row, say } from './report.ts';

interface Hit {
  confidence: number;
  distance: number;
  isAsking: boolean;
}

/** Beyond so many standard errors a stated confidence is not honest; of some 30 cells one in a hundred is beyond 3.6 by chance. */
const HONEST = 4;
/** With so few cases a tenth says nothing. */
const ENOUGH = 50;

function hitsOf(people: readonly Unseen[], { sex, point, chart }: BenchChart, withTape: boolean): Hit[] {
  return people.flatMap((unseen) => {
    const answers = unseen.person.sex === sex ? answersOf(unseen, 'labels') : undefined;
    const cm = unseen.labels?.tapes[point as 'chest'];
    if (!answers || (withTape && !cm)) return [];
    const asked = withTape && cm ? { ...answers, tapes: [{ measure: point, cm }] } : answers;
    const result = suggestSize(predictionOf(unseen, asked), asked, chart);
    const truth = at(unseen.person.measures, INDEX[point] - 2);
    const right = chart.sizes.findIndex(({ points }) => {
      const [low, high] = points[point] as [number, number];
      return truth >= low && truth < high;
    });
    if ('refusal' in result) return [{ confidence: 0, distance: 99, isAsking: false }];
    const { best, confidence, askFor } = result.suggestion;
    return [{ confidence, distance: Math.abs(Number(best.id) - right), isAsking: askFor !== undefined }];
  });
}

const shareOf = (hits: readonly Hit[], within: number) => hits.filter(({ distance }) => distance <= within).length / hits.length;

/** The table of size hits, each beside its goal, and the calibration of the confidence in tenths. */
export function reportSizes(people: readonly Unseen[]): void {
  heading(
    'Size of the chart, percent exact / within one: said height and weight with noisy labels, then with one tape by the wearer',
  );
  row('', ['exact', 'within one', 'goal', 'asks for a tape', 'after a tape', 'goal']);
  const all: Hit[] = [];
  const perChart: { name: string; hits: Hit[] }[] = [];
  const short: string[] = [];
  for (const bench of CHARTS) {
    const hits = hitsOf(people, bench, false);
    const taped = bench.point === 'neck' ? [] : hitsOf(people, bench, true);
    const [exact, within] = [shareOf(hits, 0), shareOf(hits, 1)];
    const exactTaped = shareOf(taped, 0);
    const [goalExact, goalWithin] = bench.goal;
    row(bench.name, [
      percent(exact),
      percent(within),
      bench.goal.join(' / '),
      percent(hits.filter(({ isAsking }) => isAsking).length / hits.length, 0),
      taped.length > 0 ? `${percent(exactTaped)} / ${percent(shareOf(taped, 1))}` : '-',
      bench.goalWithTape?.join(' / ') ?? '-',
    ]);
    // One standard error between samples of people, and a point for charts whose edges are not the same.
    const slack = 1 + 100 * Math.sqrt((exact * (1 - exact)) / 600);
    if (exact * 100 < goalExact - slack || within * 100 < goalWithin - 1) short.push(bench.name);
    if (bench.goalWithTape && exactTaped * 100 < bench.goalWithTape[0] - 1) short.push(`${bench.name}, with a tape`);
    all.push(...hits, ...taped);
    perChart.push({ name: bench.name, hits });
  }
  say();
  check(
    `hit rates reach their goals less one point and one standard error${short.length > 0 ? `; short: ${short.join('; ')}` : ''}`,
    short.length === 0,
  );

  heading('Confidence stated, and how often it was right, by tenths');
  row(
    '',
    Array.from({ length: 8 }, (_, i) => `${20 + i * 10}-${30 + i * 10} %`),
    13,
  );
  let worst = 0;
  const dishonest: string[] = [];
  for (const { name, hits } of [...perChart, { name: 'all charts', hits: all }]) {
    const cells = Array.from({ length: 8 }, (_, i) => {
      const tenth = hits.filter(({ confidence }) => Math.min(Math.floor(confidence * 10), 9) === i + 2);
      if (tenth.length < ENOUGH) return '-';
      const said = tenth.reduce((sum, { confidence }) => sum + confidence, 0) / tenth.length;
      const true_ = shareOf(tenth, 0);
      const error = Math.sqrt((true_ * (1 - true_)) / tenth.length);
      if (name === 'all charts') worst = Math.max(worst, Math.abs(said - true_));
      else if (Math.abs(said - true_) > Math.max(0.03, HONEST * error)) dishonest.push(`${name} at ${percent(said, 0)}`);
      return `${percent(said, 0)} → ${percent(true_, 0)}`;
    });
    row(name, cells, 13);
  }
  say();
  check(`over all charts, confidence is right within ${percent(worst)} in every tenth (aim 3)`, worst <= 0.03);
  check(
    `in each chart, within 3 points or ${HONEST} standard errors${dishonest.length > 0 ? `; not: ${dishonest.join('; ')}` : ''}`,
    dishonest.length === 0,
  );
}
