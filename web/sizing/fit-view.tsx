import { Button, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeEnd, describeLengthNotes, REFUSAL_MESSAGES } from './advice.ts';
import { isWoman, type WearerBody } from './body-description.ts';
import { FitSizes } from './fit-sizes.tsx';
import { FitLegend } from './fit-swatch.tsx';
import { FitTable } from './fit-table.tsx';
import css from './fit-view.module.css';
import { createFitting, describeOutfit, type FittedSize, type Fitting, toRecommendation } from './fitting.ts';
import { GarmentChooser } from './garment-chooser.tsx';
import { MadeToMeasure } from './made-to-measure.tsx';
import { Avatar } from './mannequin/avatar.tsx';
import { RecommendationText } from './recommendation-text.tsx';
import { sizingApi } from './sizing-api.ts';

const garmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['GET /sizing/garment/list/:id', id],
    queryFn: async ({ signal }) => (await sizingApi('GET /sizing/garment/list/:id', { params: { id }, signal })).garments[0],
    enabled: id > 0,
    staleTime: 60_000,
    retry: false,
  });

interface Props {
  body: WearerBody | undefined;
  unit: 'cm' | 'inches';
}

/**
 * Shows how a garment would fit: every measure of its size guide as colours and in words, and the garment on the mannequin. The
 * garment is kept in the URL. Everything is calculated in the browser; only the garment is requested from the service, and no
 * measurements are sent.
 */
export function FitView({ body, unit }: Props) {
  const [search, setSearch] = useSearchParams();
  // Changing the garment keeps the way back to the page that the size page was opened from.
  const { state } = useLocation();
  const chosen = Number(search.get('garment')) || 0;
  const { data: garment, error } = useQuery(garmentQuery(chosen));
  // Kept while body and garment are the same: outfits are compared by their objects.
  const fitting = useMemo(() => body && garment && createFitting(body.prediction, body.answers, garment), [body, garment]);
  const isOpen = fitting !== undefined;
  const section = useRef<HTMLElement>(null);
  const lastShown = useRef(0);
  useEffect(() => {
    // Someone who chose a garment elsewhere wants to see this section, not the form above it.
    if (isOpen && lastShown.current !== chosen) {
      lastShown.current = chosen;
      section.current?.scrollIntoView({ block: 'start' });
    }
  }, [isOpen, chosen]);
  const choose = (id: number | undefined) => {
    if (id === undefined) lastShown.current = 0;
    setSearch(id === undefined ? {} : { garment: String(id) }, { replace: true, preventScrollReset: true, state });
  };

  return (
    <section ref={section} className={css.place}>
      <Card
        title={garment && chosen ? garment.name : 'How would a garment fit?'}
        action={
          chosen > 0 && (
            <Button variant="default" size="compact-md" onClick={() => choose(undefined)}>
              Choose another garment
            </Button>
          )
        }
      >
        <div className={css.stack}>
          {!body && <Text c="dimmed">Enter your height and weight above to see how each size would fit.</Text>}
          {chosen === 0 && <GarmentChooser onChoose={choose} />}
          {error && <Text c="dimmed">{error instanceof ApiError ? error.message : 'This garment could not be loaded.'}</Text>}
          {garment && chosen > 0 && !garment.hasSizeGuide && <Text c="dimmed">This garment has no size guide.</Text>}
          {body && fitting && <Fitted key={chosen} garmentId={chosen} fitting={fitting} body={body} unit={unit} />}
        </div>
      </Card>
    </section>
  );
}

/** The size around which the comparison begins: the recommended one, else that which fits the most measures. */
function findCentre({ sizes, suggestion }: Fitting): FittedSize | undefined {
  const best = sizes.find(({ id }) => id === suggestion?.best.id);
  if (best) return best;
  const score = ({ cells }: FittedSize) => cells.reduce((sum, { fit }) => sum + (fit?.probabilities[2] ?? 0), 0);
  return sizes.reduce<FittedSize | undefined>((most, size) => (!most || score(size) > score(most) ? size : most), undefined);
}

interface FittedProps {
  garmentId: number;
  fitting: Fitting;
  body: WearerBody;
  unit: Props['unit'];
}

function Fitted({ garmentId, fitting, body, unit }: FittedProps) {
  const [isAll, setAll] = useState(false);
  const [shownId, setShownId] = useState<string>();
  const { sizes, suggestion, isDrawn } = fitting;
  const centre = findCentre(fitting);
  const from = Math.max(0, Math.min(centre ? sizes.indexOf(centre) - 1 : 0, sizes.length - 3));
  const offered = isAll ? sizes : sizes.slice(from, from + 3);
  const shown = offered.find(({ id }) => id === shownId) ?? centre;
  return (
    <div className={css.columns} data-drawn={isDrawn || undefined}>
      <div className={`${css.stack} ${css.choices}`}>
        <p>
          {suggestion ? (
            <RecommendationText
              garmentId={garmentId}
              advice={toRecommendation(suggestion, fitting.lengths)}
              order={sizes.map(({ id }) => Number(id))}
              isWoman={isWoman(body.prediction)}
            />
          ) : (
            <Refused fitting={fitting} garmentId={garmentId} isFemale={isWoman(body.prediction)} unit={unit} />
          )}
        </p>
        {fitting.caution !== undefined && <p>{fitting.caution}</p>}
        {fitting.lengths.length > 0 && <p>{describeLengthNotes(fitting.lengths, unit)}</p>}
        <FitSizes
          sizes={offered}
          shown={shown}
          bestId={suggestion?.best.id}
          isDrawn={isDrawn}
          total={sizes.length}
          isAll={isAll}
          onShow={setShownId}
          onAll={setAll}
        />
      </div>
      {isDrawn && shown && (
        <div className={css.picture}>
          <Avatar
            figure={body.figure}
            words={describeOutfit(shown, fitting.name, body.prediction)}
            outfit={shown.outfit}
            turns={false}
          />
        </div>
      )}
      <div className={`${css.stack} ${css.words}`}>
        <FitTable fitting={fitting} sizes={offered} shown={shown} prediction={body.prediction} unit={unit} />
        <FitLegend />
        <Text size="sm" c="dimmed">
          Colours show how the size fits.{isDrawn && ' Grey areas: no data in the size guide. The garment shape is approximate.'}
        </Text>
      </div>
    </div>
  );
}

interface RefusedProps {
  garmentId: number;
  fitting: Fitting;
  isFemale: boolean;
  unit: Props['unit'];
}

function Refused({ fitting: { refusal, end }, garmentId, isFemale, unit }: RefusedProps) {
  if (!refusal) return null;
  if (refusal === 'NO_ADVICE_FOR_GARMENT')
    return <>We don’t recommend a size for this garment. You can compare its measurements with yours.</>;
  if (refusal !== 'NO_RECOMMENDATION_PERSON') return <>{REFUSAL_MESSAGES[refusal]}</>;
  return (
    <>
      No size of this garment is likely to fit you. {end && describeEnd(end, isFemale, unit)}{' '}
      <MadeToMeasure garmentId={garmentId} />
    </>
  );
}
