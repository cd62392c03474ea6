import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answers } from '#body/answers.ts';
import { describeContradiction } from '#body/body-fields.ts';
import type { Figure } from '#body/mannequin/frame.ts';
import { estimateBody, type Prediction, predictBody } from '#body/predict.ts';
import { hasMeasurements } from '#body/suggest.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeMannequin, listBodyMeasures, toFigure } from './body-description.ts';
import { FitView } from './fit-view.tsx';
import { Avatar } from './mannequin/avatar.tsx';
import { warmUpMannequinBuilder } from './mannequin/mannequin-builder.ts';
import { SaveBodyCard } from './save-body-card.tsx';
import { readSizeCookies, saveSizeCookies } from './size-cookies.ts';
import { saveSizeDraft, useSizeDraft } from './size-draft.ts';
import { SizeForm } from './size-form.tsx';
import { emptySizeForm, type SizeFormValues, toAnswers, toBodyFields, toSizeFormValues } from './size-form-values.ts';
import css from './size-page.module.css';
import { storedBodyQuery, useSizingClient, useWearer } from './stored-body.ts';

interface Body {
  answers: Answers;
  prediction: Prediction;
  figure: Figure;
}

/** Genders as people are kept: 10 male, 20 female. */
const SEXES: Readonly<Record<number, Answers['sex']>> = { 10: 'male', 20: 'female' };

/** Reads what was typed: a body, or what must be asked again, by field. */
function readTyped(typed: SizeFormValues): { body?: Body; problems: Readonly<Record<string, string>> } {
  const answers = toAnswers(typed);
  // From nothing, nothing is said.
  if (!hasMeasurements(answers)) return { problems: {} };
  const read = predictBody(answers);
  if ('problems' in read) return { problems: Object.fromEntries(read.problems.map(({ field, message }) => [field, message])) };
  return { body: { answers, prediction: read.prediction, figure: toFigure(read.prediction) }, problems: {} };
}

/** What the form begins with: what was typed in this tab, else what is kept, else the units of the cookies. */
function start(said: SizeFormValues | undefined, kept: SizeFormValues | undefined, gender: number): SizeFormValues {
  if (said ?? kept) return (said ?? kept) as SizeFormValues;
  const { heightUnits, weightUnits } = readSizeCookies();
  return {
    ...emptySizeForm,
    sex: SEXES[gender] ?? 'either',
    lengthUnit: heightUnits === 2 ? 'inches' : 'cm',
    massUnit: weightUnits === 2 ? 'stones' : 'kg',
  };
}

/** What somebody's body is likely to measure, from what they know of it. Nothing leaves the page before they agree. */
export function SizePage() {
  const { wearer, isOwn } = useWearer();
  const { data: known, isPending } = useSizingClient();
  const { data: body, isLoading } = useQuery(storedBodyQuery(isOwn ? known?.bodyId : null));
  const said = useSizeDraft(wearer?.id);
  if (!wearer) return null;
  if (!isOwn) {
    return (
      <>
        <PageHeader title="Your size">Measurements are seen by nobody but the person they are of.</PageHeader>
        <Card>
          <p className={css.text}>
            Sizes that are likely to fit {wearer.firstName} are shown with the garments
            {known && !known.isMeasured ? `, once ${wearer.firstName} has given measurements` : ''}.
          </p>
        </Card>
      </>
    );
  }
  if (isPending || isLoading) {
    return (
      <PageLoading label="Loading your size">
        <Card>
          <SkeletonText lines={6} />
        </Card>
      </PageLoading>
    );
  }
  return (
    <Measuring
      key={body?.updatedOnUtc ?? 'new'}
      personId={wearer.id}
      first={start(said, body && toSizeFormValues(body), wearer.gender)}
      empty={start(undefined, undefined, wearer.gender)}
    />
  );
}

function Measuring({ personId, first, empty }: { personId: number; first: SizeFormValues; empty: SizeFormValues }) {
  const [typed, setTyped] = useState<SizeFormValues>(first);
  const [body, setBody] = useState<Body | undefined>(() => readTyped(first).body);
  const { problems } = readTyped(typed);
  // While somebody is still typing.
  useEffect(() => warmUpMannequinBuilder(toFigure(estimateBody({ sex: 'either', stature: 170, mass: 72 }))), []);

  function change(next: SizeFormValues) {
    setTyped(next);
    const read = readTyped(next);
    // While a field is being typed the body stays as it was.
    if (read.body || Object.keys(read.problems).length === 0) setBody(read.body);
    if (next.lengthUnit !== typed.lengthUnit || next.massUnit !== typed.massUnit) saveSizeCookies(toBodyFields(next), 'units');
    saveSizeDraft(personId, read.body && next);
  }

  return (
    <>
      <PageHeader title="Your size">
        See what you are likely to measure, and which size is likely to fit. Nothing you type here is sent or kept unless you
        agree to it.
      </PageHeader>
      <div className={css.columns}>
        <Card title="What you know" className={css.form}>
          <SizeForm typed={typed} problems={problems} onChange={change} />
        </Card>
        <Card title="Your build" className={css.picture}>
          {body ? (
            <Avatar figure={body.figure} words={describeMannequin(body.prediction, typed.lengthUnit)} />
          ) : (
            <p className={css.text}>Give your height and weight, and a mannequin of your build appears here.</p>
          )}
        </Card>
        {body && (
          <Card title="What you are likely to measure" className={css.measures}>
            <Measures
              body={body}
              unit={typed.lengthUnit}
              isBehind={Object.keys(problems).length > 0}
              onConfirm={(field) => change({ ...typed, confirmed: [...typed.confirmed, field] })}
            />
          </Card>
        )}
        <SaveBodyCard
          personId={personId}
          typed={typed}
          isReady={body !== undefined && Object.keys(problems).length === 0}
          onForgotten={() => change(empty)}
        />
      </div>
      <FitView body={body} unit={typed.lengthUnit} />
    </>
  );
}

interface MeasuresProps {
  body: Body;
  unit: SizeFormValues['lengthUnit'];
  /** Something that was typed since cannot be used. */
  isBehind: boolean;
  onConfirm: (field: string) => void;
}

function Measures({ body: { answers, prediction }, unit, isBehind, onConfirm }: MeasuresProps) {
  return (
    <div className={css.stack}>
      {isBehind && <p className={css.note}>This is for what you gave before. Please check the field that is marked.</p>}
      {prediction.contradictions.map((contradiction) => (
        <div key={contradiction.field} className={css.question} role="status">
          <p>{describeContradiction(contradiction, answers)}</p>
          <Button variant="default" size="compact-md" onClick={() => onConfirm(contradiction.field)}>
            Yes, that is right
          </Button>
        </div>
      ))}
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Measure</th>
            <th scope="col">Likely</th>
            <th scope="col">4 of 5 people like you</th>
          </tr>
        </thead>
        <tbody>
          {listBodyMeasures(prediction, unit).map(({ measure, name, value, range, isMeasured }) => (
            <tr key={measure}>
              <th scope="row">{name}</th>
              <td className="figures">{value}</td>
              <td className="figures">
                {range}
                {isMeasured && <span className={css.note}> with your tape</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {prediction.isExtrapolated && (
        <p className={css.note}>We know few people of this build, so the truth may lie further away. A tape measure says more.</p>
      )}
    </div>
  );
}
