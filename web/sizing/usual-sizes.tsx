import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { Answers } from '#body/answers.ts';
import { suggestSize } from '#body/suggest.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { describeRecommendation, formatRecommendedSize, isUnlikelyToFit, REFUSAL_MESSAGES } from './advice.ts';
import { isWoman, type WearerBody } from './body-description.ts';
import { FitSwatch } from './fit-swatch.tsx';
import { formatFit, toRecommendation } from './fitting.ts';
import { type SizingGarment, toGarmentChart } from './local-advice.ts';
import { sizingApi } from './sizing-api.ts';
import css from './usual-sizes.module.css';

/** Kinds of garments by the service's ids. */
const KINDS: Readonly<Record<number, string>> = { 1: 'Shirts', 2: 'Tops', 3: 'Jackets', 4: 'Trousers', 5: 'Dresses' };
const GENDERS: Readonly<Record<Answers['sex'], number>> = { male: 0, female: 1, either: 2 };

/** Of each kind of garment one for the person's sex, otherwise one for everyone. */
function pickForSex(garments: readonly SizingGarment[], sex: Answers['sex']): SizingGarment[] {
  const gender = GENDERS[sex];
  return Object.keys(KINDS).flatMap((kind) => {
    const ofKind = garments.filter(({ garmentTypeId }) => garmentTypeId === Number(kind));
    return ofKind.find((garment) => garment.gender === gender) ?? ofKind.find((garment) => garment.gender === 2) ?? [];
  });
}

/** The recommended size of each kind of garment in the range, with how sure it is and how it fits. */
export function UsualSizes({ body }: { body: WearerBody }) {
  const { data: garments, error } = useQuery({
    queryKey: ['GET /sizing/garment/list', 'typical'],
    queryFn: async ({ signal }) => (await sizingApi('GET /sizing/garment/list', { query: { typical: true }, signal })).garments,
    staleTime: 60_000,
  });
  const rows = useMemo(
    () =>
      garments &&
      pickForSex(garments, body.answers.sex).map((garment) => ({
        garment,
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
  return (
    <ul className={css.list} aria-label="Recommended sizes">
      {rows.map(({ garment, result }) => (
        <UsualSize key={garment.id} garment={garment} result={result} body={body} />
      ))}
    </ul>
  );
}

interface UsualSizeProps {
  garment: SizingGarment;
  result: ReturnType<typeof suggestSize>;
  body: WearerBody;
}

function UsualSize({ garment, result, body }: UsualSizeProps) {
  const { state } = useLocation();
  const kind = KINDS[garment.garmentTypeId];
  if ('refusal' in result) {
    return (
      <li className={css.row}>
        <span className={css.kind}>{kind}</span>
        <span className={css.words}>{REFUSAL_MESSAGES[result.refusal]}</span>
      </li>
    );
  }
  const { best } = result.suggestion;
  const advice = toRecommendation(result.suggestion);
  const { likely, rest } = describeRecommendation(
    advice,
    garment.sizes.map(({ id }) => id),
    isWoman(body.prediction),
  );
  const sure = rest === '' ? likely : `${likely}; ${rest}`;
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
      <span className={css.size}>{formatRecommendedSize(advice)}</span>
      <span className={css.words}>
        {decides && (
          <span className={css.fit}>
            <FitSwatch fit={decides.class} />
            {formatFit(decides)}
          </span>
        )}
        <Text span c="dimmed">
          {isUnlikelyToFit(advice) ? `No size is likely to fit well; this is the closest, ${likely}` : sure}
        </Text>
      </span>
    </li>
  );
}
