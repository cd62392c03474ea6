/** How often the suggested size is the one of the chart, and whether the stated confidence is right. */

import { at } from '#body/matrix.ts';
import { MEASURE_INDEX } from '#body/measures.ts';
import { suggestSize } from '#body/suggest.ts';
import { Random } from '#demo/random.ts';
import { BENCH_CHARTS, type BenchChart } from './charts.ts';
import { type HeldOutPerson, predictBody, toAnswers } from './held-out-people.ts';
import { formatPercent, printHeading, printLine, printRow, recordCheck } from './report.ts';
import { resampleLabels } from './resample-labels.ts';

interface Hit {
  /** The person: hits of one person in several draws of labels are not independent. */
  id: string;
  confidence: number;
  distance: number;
  isAsking: boolean;
}

/** A stated confidence is wrong if it is off by more than this many standard errors. */
const HONEST = 3;
/**
 * Labels are simulated, and one draw of them moves a cell by up to a standard error that has nothing to do with the model: with the file's own, one of 33
 * cells lay 3.6 from its confidence, with six others the same cell lay 0.2 to 2.6. So the file's labels are evaluated together with this many other draws.
 */
const REDRAWS = 3;
/** A tenth with fewer cases is not evaluated. */
const ENOUGH = 50;

function hitsOf(people: readonly HeldOutPerson[], { sex, point, chart }: BenchChart, withTape: boolean): Hit[] {
  return people.flatMap((unseen) => {
    const answers = unseen.person.sex === sex ? toAnswers(unseen, 'labels') : undefined;
    const cm = unseen.labels?.tapes[point as 'chest'];
    if (!answers || (withTape && !cm)) return [];
    const input = withTape && cm ? { ...answers, tapes: [{ measure: point, cm }] } : answers;
    const result = suggestSize(predictBody(unseen, input), input, chart);
    const truth = at(unseen.person.measures, MEASURE_INDEX[point] - 2);
    const right = chart.sizes.findIndex(({ points }) => {
      const [low, high] = points[point] as [number, number];
      return truth >= low && truth < high;
    });
    const { id } = unseen.person;
    if ('refusal' in result) return [{ id, confidence: 0, distance: 99, isAsking: false }];
    const { best, confidence, askFor } = result.suggestion;
    return [{ id, confidence, distance: Math.abs(Number(best.id) - right), isAsking: askFor !== undefined }];
  });
}

const shareOf = (hits: readonly Hit[], within: number) => hits.filter(({ distance }) => distance <= within).length / hits.length;

/** The distance of the hit rate from the stated confidence in standard errors; the draws of each person are summed first. */
function errorsOff(hits: readonly Hit[]): number {
  const surplus = new Map<string, number>();
  for (const { id, confidence, distance } of hits) {
    surplus.set(id, (surplus.get(id) ?? 0) + (distance === 0 ? 1 : 0) - confidence);
  }
  const all = [...surplus.values()];
  return Math.abs(all.reduce((sum, value) => sum + value, 0)) / Math.sqrt(all.reduce((sum, value) => sum + value ** 2, 0));
}

const tenthOf = (hits: readonly Hit[], tenth: number) =>
  hits.filter(({ confidence }) => Math.min(Math.floor(confidence * 10), 9) === tenth);
const statedIn = (hits: readonly Hit[]) => hits.reduce((sum, { confidence }) => sum + confidence, 0) / hits.length;

/** The table of size hits, each beside its goal, and the calibration of the confidence in tenths. */
export function reportSizes(people: readonly HeldOutPerson[]): void {
  printHeading(
    'Size of the chart, percent exact / within one: reported height and weight with noisy labels, then with one tape by the wearer',
  );
  printRow('', ['exact', 'within one', 'goal', 'asks for a tape', 'after a tape', 'goal']);
  const all: Hit[] = [];
  const perChart: { name: string; hits: Hit[]; redraws: Hit[] }[] = [];
  const short: string[] = [];
  const random = new Random('labels');
  const others = Array.from({ length: REDRAWS }, () =>
    people.map((unseen) => ({ ...unseen, labels: unseen.labels && resampleLabels(unseen.labels, unseen.person, random) })),
  );
  for (const bench of BENCH_CHARTS) {
    const hits = hitsOf(people, bench, false);
    const taped = bench.point === 'neck' ? [] : hitsOf(people, bench, true);
    const [exact, within] = [shareOf(hits, 0), shareOf(hits, 1)];
    const exactTaped = shareOf(taped, 0);
    const [goalExact, goalWithin] = bench.goal;
    printRow(bench.name, [
      formatPercent(exact),
      formatPercent(within),
      bench.goal.join(' / '),
      formatPercent(hits.filter(({ isAsking }) => isAsking).length / hits.length, 0),
      taped.length > 0 ? `${formatPercent(exactTaped)} / ${formatPercent(shareOf(taped, 1))}` : '-',
      bench.goalWithTape?.join(' / ') ?? '-',
    ]);
    // One standard error between samples of people, and a point for charts whose edges are not the same.
    const slack = 1 + 100 * Math.sqrt((exact * (1 - exact)) / 600);
    if (exact * 100 < goalExact - slack || within * 100 < goalWithin - 1) short.push(bench.name);
    if (bench.goalWithTape && exactTaped * 100 < bench.goalWithTape[0] - 1) short.push(`${bench.name}, with a tape`);
    all.push(...hits, ...taped);
    perChart.push({ name: bench.name, hits, redraws: others.flatMap((each) => hitsOf(each, bench, false)) });
  }
  printLine();
  recordCheck(
    `hit rates reach their goals less one point and one standard error${short.length > 0 ? `; short: ${short.join('; ')}` : ''}`,
    short.length === 0,
  );

  printHeading('Confidence stated, and how often it was right, by tenths');
  printRow(
    '',
    Array.from({ length: 8 }, (_, i) => `${20 + i * 10}-${30 + i * 10} %`),
    13,
  );
  let [worst, checked, farthest] = [0, 0, 0];
  const dishonest: string[] = [];
  for (const { name, hits, redraws } of [...perChart, { name: 'all charts', hits: all, redraws: undefined }]) {
    const cells = Array.from({ length: 8 }, (_, i) => {
      const tenth = tenthOf(hits, i + 2);
      if (tenth.length < ENOUGH) return '-';
      const [stated, actual] = [statedIn(tenth), shareOf(tenth, 0)];
      if (!redraws) worst = Math.max(worst, Math.abs(stated - actual));
      else {
        const together = [...tenth, ...tenthOf(redraws, i + 2)];
        const off = errorsOff(together);
        const isFar = Math.abs(statedIn(together) - shareOf(together, 0)) > 0.03;
        checked++;
        if (isFar) farthest = Math.max(farthest, off);
        if (isFar && off > HONEST) dishonest.push(`${name} at ${formatPercent(stated, 0)}`);
      }
      return `${formatPercent(stated, 0)} → ${formatPercent(actual, 0)}`;
    });
    printRow(name, cells, 13);
  }
  printLine();
  recordCheck(`over all charts, confidence is right within ${formatPercent(worst)} in every tenth (target 3)`, worst <= 0.03);
  recordCheck(
    `in each chart, within 3 points or ${HONEST} standard errors with ${REDRAWS + 1} draws of labels (${checked} cells, the worst beyond 3 points ${farthest.toFixed(1)})${dishonest.length > 0 ? `; not: ${dishonest.join('; ')}` : ''}`,
    dishonest.length === 0,
  );
}
