import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Answers } from '#body/answers.ts';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Prediction } from '#body/predict.ts';
import type { Refusal } from '#body/suggest.ts';
import { ApiError } from '#web/app/api-error.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeAlternative, REFUSAL_MESSAGES } from './advice.ts';
import { isWoman } from './body-description.ts';
import { FitCompare } from './fit-compare.tsx';
import { FitLegend } from './fit-swatch.tsx';
import { FitTable } from './fit-table.tsx';
import css from './fit-view.module.css';
import { createFitting, describeOutfit, type Fitting, toFitRows } from './fitting.ts';
import { Avatar } from './mannequin/avatar.tsx';
import { RecommendationText } from './recommendation-text.tsx';
import { sizingApi } from './sizing-api.ts';

const STALE = 5 * 60_000;
const garmentsQuery = queryOptions({
  queryKey: ['GET /sizing/garment/list'],
  queryFn: async ({ signal }) => (await sizingApi('GET /sizing/garment/list', { signal })).garments,
  staleTime: STALE,
});
const garmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['GET /sizing/garment/list/:id', id],
    queryFn: async ({ signal }) => (await sizingApi('GET /sizing/garment/list/:id', { params: { id }, signal })).garments[0],
    enabled: id > 0,
    staleTime: STALE,
    retry: false,
  });

interface Body {
  answers: Answers;
  prediction: Prediction;
  figure: Figure;
}

interface Props {
  body: Body | undefined;
  unit: 'cm' | 'inches';
}

/** The service's codes for the gender of a garment; 2 is unisex. */
const GENDERS: Readonly<Record<Answers['sex'], number>> = { male: 0, female: 1, either: 2 };

/**
 * Shows how a garment would fit: its sizes on the mannequin, as colours and in words. The garment is kept in the URL. Everything
 * is calculated in the browser; only the garment is requested from the service, and no measurements are sent.
 */
export function FitView({ body, unit }: Props) {
  const [search, setSearch] = useSearchParams();
  // Changing the garment keeps the way back to the page that the size page was opened from.
  const { state } = useLocation();
  const chosen = Number(search.get('garment')) || 0;
  const { data: garments, error: listError } = useQuery(garmentsQuery);
  const { data: garment, error } = useQuery(garmentQuery(chosen));
  // Kept while body and garment are the same: outfits are compared by their objects.
  const fitting = useMemo(() => body && garment && createFitting(body.prediction, body.answers, garment), [body, garment]);
  const isOpen = fitting !== undefined;
  const section = useRef<HTMLElement>(null);
  const openedByLink = useRef(chosen > 0);
  useEffect(() => {
    // Someone who followed a link to a garment wants to see this section, not the form above it.
    if (isOpen && openedByLink.current) section.current?.scrollIntoView({ block: 'start' });
    if (isOpen) openedByLink.current = false;
  }, [isOpen]);

  const gender = GENDERS[body?.answers.sex ?? 'either'];
  const isFor = (each: { id: number; gender: number }) =>
    gender === 2 || each.gender === 2 || each.gender === gender || each.id === chosen;
  const offered = garments?.filter((each) => each.hasSizeAdvice && isFor(each)) ?? [];

  return (
    <section ref={section} className={css.place}>
      <Card title="How would a garment fit?">
        <div className={css.stack}>
          <NativeSelect
            label="Garment"
            className={css.garment}
            rightSection={<DownIcon size={16} />}
            data={[
              { value: '0', label: 'Choose a garment' },
              ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={offered.some(({ id }) => id === chosen) ? String(chosen) : '0'}
            error={listError ? 'The garments could not be loaded. Please try again later.' : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setSearch(value === '0' ? {} : { garment: value }, { replace: true, preventScrollReset: true, state });
            }}
          />
          {!body && <p className={css.text}>Enter your height and weight above to see how each size would fit.</p>}
          {error && <p className={css.text}>{error instanceof ApiError ? error.message : 'This garment could not be loaded.'}</p>}
          {body && fitting && <Fitted key={chosen} fitting={fitting} body={body} unit={unit} />}
        </div>
      </Card>
    </section>
  );
}

function Fitted({ fitting, body, unit }: { fitting: Fitting | { refusal: Refusal }; body: Body; unit: Props['unit'] }) {
  const [ids, setIds] = useState<readonly string[]>();
  const [shownId, setShownId] = useState<string>();
  if ('refusal' in fitting) {
    const alternative = describeAlternative(fitting.refusal, true);
    return (
      <p className={css.text}>
        {REFUSAL_MESSAGES[fitting.refusal]}
        {alternative && `. ${alternative}`}
      </p>
    );
  }
  const { best, runnerUp, sizes } = fitting;
  const chosen = ids?.flatMap((id) => sizes.find((size) => size.id === id) ?? []) ?? [];
  const pair = chosen.length > 0 ? chosen : runnerUp ? [best, runnerUp] : [best];
  const shown = pair.find(({ id }) => id === shownId) ?? pair[0] ?? best;
  const advice = {
    sizeId: Number(best.id),
    size: best.name,
    confidence: fitting.confidence,
    alternatives: fitting.alternatives.map(({ id, name, probability }) => ({ sizeId: Number(id), size: name, probability })),
    leg: fitting.leg ? { ...fitting.leg, id: Number(fitting.leg.id) } : null,
    askFor: null,
  };
  return (
    <div className={css.columns}>
      <div className={`${css.stack} ${css.choices}`}>
        <p className={css.advice}>
          <RecommendationText advice={advice} order={sizes.map(({ id }) => Number(id))} isWoman={isWoman(body.prediction)} />
        </p>
        <FitCompare fitting={fitting} pair={pair} shown={shown} onPair={setIds} onShow={setShownId} />
      </div>
      <div className={css.picture}>
        <Avatar
          figure={body.figure}
          words={describeOutfit(shown, fitting.name, body.prediction)}
          outfit={shown.outfit}
          turns={false}
        />
      </div>
      <div className={`${css.stack} ${css.words}`}>
        <FitTable rows={toFitRows(pair, body.prediction, unit)} sizes={pair} shown={shown} />
        <FitLegend />
        <p className={css.made}>
          Colours show how the size fits. Grey areas: no data in the size guide. The garment shape is approximate.
        </p>
      </div>
    </div>
  );
}
