import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { Answers } from '#body/answers.ts';
import type { PointFit } from '#body/fit.ts';
import { suggestSize } from '#body/suggest.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import {
  describeConflictChoice,
  describeEnd,
  describeLengthNotes,
  describeRecommendation,
  describeSizeConflict,
  formatPercent,
  formatRecommendedSize,
  formatSizeFigures,
  isUnlikelyToFit,
  joinRecommendation,
  REFUSAL_MESSAGES,
} from './advice.ts';
import { isWoman, type WearerBody } from './body-description.ts';
import { FitSwatch } from './fit-swatch.tsx';
import { FIT_CLASS_LABELS, toRecommendation } from './fitting.ts';
import { listLengthNotes, type SizingGarment, toGarmentChart } from './local-advice.ts';
import { MadeToMeasure } from './made-to-measure.tsx';
import { sizingApi } from './sizing-api.ts';
import css from './usual-sizes.module.css';

/** Kinds of garments by the service's ids. */
const KINDS: Readonly<Record<number, string>> = { 1: 'Shirts', 2: 'Tops', 3: 'Jackets', 4: 'Trousers', 5: 'Dresses' };
const GENDERS: Readonly<Record<Answers['sex'], number>> = { male: 0, female: 1, either: 2 };

/** A garment whose size is told, and for whom it is made where the person has not said their sex. */
interface Usual {
  garment: SizingGarment;
  kind: string;
}

/**
 * Of each kind of garment one for the person's sex, otherwise one for everyone. Where the sex is not given and nothing is made for everyone, as with
 * trousers, men's and women's.
 */
export function pickForSex(garments: readonly SizingGarment[], sex: Answers['sex']): Usual[] {
  const gender = GENDERS[sex];
  return Object.entries(KINDS).flatMap(([id, kind]) => {
    const ofKind = garments.filter(({ garmentTypeId }) => garmentTypeId === Number(id));
    const own = ofKind.find((garment) => garment.gender === gender) ?? ofKind.find((garment) => garment.gender === 2);
    if (own) return [{ garment: own, kind }];
    if (sex !== 'either') return [];
    return (['male', 'female'] as const).flatMap((each) => {
      const garment = ofKind.find((other) => other.gender === GENDERS[each]);
      return garment ? [{ garment, kind: `${kind}, ${each === 'male' ? 'men’s' : 'women’s'}` }] : [];
    });
  });
}

/** The recommended size of each kind of garment in the range, with how sure it is and how it fits. */
export function UsualSizes({ body, unit }: { body: WearerBody; unit: 'cm' | 'inches' }) {
  const { data: garments, error } = useQuery({
    queryKey: ['GET /sizing/garment/list', 'typical'],
    queryFn: async ({ signal }) => (await sizingApi('GET /sizing/garment/list', { query: { typical: true }, signal })).garments,
    staleTime: 60_000,
  });
  const rows = useMemo(
    () =>
      garments &&
      pickForSex(garments, body.answers.sex).map(({ garment, kind }) => ({
        garment,
        kind,
        result: suggestSize(body.prediction, body.answers, toGarmentChart(garment)),
      })),
    [garments, body],
  );
  if (error)
    return (
      <Text size="sm" c="dimmed">
        Your sizes could not be loaded. Your measurements are below.
      </Text>
    );
  if (!rows)
    return (
      <div className={css.loading}>
        <SkeletonText lines={8} />
      </div>
    );
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No garment in your range has a size guide that we can recommend sizes from.
      </Text>
    );
  const isBeyond = rows.some(({ result }) => 'refusal' in result && result.refusal === 'NO_RECOMMENDATION_PERSON');
  return (
    <div className={css.sizes}>
      <ul className={css.list} aria-label="Recommended sizes">
        {rows.map((row) => (
          <UsualSize key={row.garment.id} {...row} body={body} unit={unit} />
        ))}
      </ul>
      {isBeyond && (
        <p className={css.beyond}>
          {rows.every(({ result }) => 'refusal' in result)
            ? 'None of these sizes is likely to fit you.'
            : 'Where no size is shown, none is likely to fit you.'}{' '}
          <MadeToMeasure />
        </p>
      )}
    </div>
  );
}

interface UsualSizeProps extends Usual {
  result: ReturnType<typeof suggestSize>;
  body: WearerBody;
  unit: 'cm' | 'inches';
}

function UsualSize({ garment, kind, result, body, unit }: UsualSizeProps) {
  const { state } = useLocation();
  const female = isWoman(body.prediction);
  if ('refusal' in result) {
    const { refusal, end } = result;
    return (
      <li className={css.row}>
        <span className={css.kind}>{kind}</span>
        <span className={css.words}>{end ? describeEnd(end, female, unit) : REFUSAL_MESSAGES[refusal]}</span>
      </li>
    );
  }
  const { best } = result.suggestion;
  const lengths = listLengthNotes(body.prediction, garment, toGarmentChart(garment), best.id);
  const advice = toRecommendation(result.suggestion, lengths);
  const decides = best.points.find(({ point }) => point === garment.chart?.primary) ?? best.points[0];
  return (
    <li className={css.row}>
      <Link
        to={{ search: `garment=${garment.id}` }}
        replace
        preventScrollReset
        state={state}
        className={css.kind}
        title={`How ${garment.name} fits`}
      >
        {kind}
      </Link>
      <span className={css.size}>{advice.hasConflict ? '–' : formatRecommendedSize(advice)}</span>
      <span className={css.words}>
        <span className={css.fit}>
          {decides && !advice.hasConflict && <FitSwatch fit={decides.class} />}
          {describeUsualSize(
            advice,
            decides,
            garment.sizes.map(({ id }) => id),
            female,
          )}
        </span>
        {lengths.length > 0 && (
          <Text span c="dimmed">
            {describeLengthNotes(lengths, unit)}
          </Text>
        )}
      </span>
    </li>
  );
}

/** The advice for one kind of garment: "12 Short will probably be roomy. Size 12: 49%. Short leg: 54%." */
export function describeUsualSize(
  advice: ReturnType<typeof toRecommendation>,
  decides: Pick<PointFit, 'point' | 'class'> | undefined,
  order: readonly number[],
  female: boolean,
): string {
  if (advice.hasConflict) return `${describeSizeConflict(advice, female)} ${describeConflictChoice(advice)}`;
  const name = formatRecommendedSize(advice);
  if (isUnlikelyToFit(advice))
    return `No size is likely to fit well. ${name} is the closest (${formatPercent(advice.confidence)}).`;
  const words = describeRecommendation(advice, order, female);
  const isPlain = !decides || decides.class === 'good';
  return joinRecommendation(
    name,
    isPlain ? words : { ...words, fit: `will probably be ${FIT_CLASS_LABELS[decides.class]}. ${formatSizeFigures(advice)}` },
  );
}
