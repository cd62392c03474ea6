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
import { ReturnButton, ReturnLink, useReturnPath } from './return-link.tsx';
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

/** The gender codes of people: 10 male, 20 female. */
const SEXES: Readonly<Record<number, Answers['sex']>> = { 10: 'male', 20: 'female' };

/** Reads the form: the predicted body, or problems by field. */
function readTyped(typed: SizeFormValues): { body?: Body; problems: Readonly<Record<string, string>> } {
  const answers = toAnswers(typed);
  // An empty form has neither a body nor problems.
  if (!hasMeasurements(answers)) return { problems: {} };
  const read = predictBody(answers);
  if ('problems' in read) return { problems: Object.fromEntries(read.problems.map(({ field, message }) => [field, message])) };
  return { body: { answers, prediction: read.prediction, figure: toFigure(read.prediction) }, problems: {} };
}

/** The initial values of the form: this tab's draft, otherwise the saved body, otherwise the units from the cookies. */
function getInitialValues(draft: SizeFormValues | undefined, saved: SizeFormValues | undefined, gender: number): SizeFormValues {
  if (draft ?? saved) return (draft ?? saved) as SizeFormValues;
  const { heightUnits, weightUnits } = readSizeCookies();
  return {
    ...emptySizeForm,
    sex: SEXES[gender] ?? 'either',
    lengthUnit: heightUnits === 2 ? 'inches' : 'cm',
    massUnit: weightUnits === 2 ? 'stones' : 'kg',
  };
}

/** Estimates a person's measurements from what they enter, and shows how garments would fit. Nothing is sent without consent. */
export function SizePage() {
  const { wearer, isOwn } = useWearer();
  const { data: known, isPending } = useSizingClient();
  const { data: body, isLoading } = useQuery(storedBodyQuery(isOwn ? known?.bodyId : null));
  const draft = useSizeDraft(wearer?.id);
  if (!wearer) return null;
  if (!isOwn) {
    return (
      <>
        <PageHeader title="Your size">Only the person measured can see their measurements.</PageHeader>
        <Card>
          <p className={css.text}>
            Each garment shows the size that is likely to fit {wearer.firstName}
            {known && !known.isMeasured ? `, once ${wearer.firstName} has entered measurements` : ''}.
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
      first={getInitialValues(draft, body && toSizeFormValues(body), wearer.gender)}
      empty={getInitialValues(undefined, undefined, wearer.gender)}
    />
  );
}

function Measuring({ personId, first, empty }: { personId: number; first: SizeFormValues; empty: SizeFormValues }) {
  const [typed, setTyped] = useState<SizeFormValues>(first);
  const [body, setBody] = useState<Body | undefined>(() => readTyped(first).body);
  const { problems } = readTyped(typed);
  const returnPath = useReturnPath();
  // Prepare the mannequin while the person is still typing.
  useEffect(() => warmUpMannequinBuilder(toFigure(estimateBody({ sex: 'either', stature: 170, mass: 72 }))), []);

  function change(next: SizeFormValues) {
    setTyped(next);
    const read = readTyped(next);
    // The previous body stays while a field is incomplete.
    if (read.body || Object.keys(read.problems).length === 0) setBody(read.body);
    if (next.lengthUnit !== typed.lengthUnit || next.massUnit !== typed.massUnit) saveSizeCookies(toBodyFields(next), 'units');
    saveSizeDraft(personId, read.body && next);
  }

  return (
    <>
      <PageHeader title="Your size" above={returnPath !== undefined && <ReturnLink to={returnPath} />}>
        See your likely measurements and which size is likely to fit. Nothing you enter here is sent or saved unless you agree.
      </PageHeader>
      <div className={css.columns}>
        <Card title="About you" className={css.form}>
          <SizeForm typed={typed} problems={problems} onChange={change} />
          {body && returnPath !== undefined && <ReturnButton to={returnPath} />}
        </Card>
        <div className={css.picture}>
          <Card title="Your mannequin" className={css.sticky}>
            {body ? (
              <Avatar figure={body.figure} words={describeMannequin(body.prediction, body.answers, typed.lengthUnit)} />
            ) : (
              <p className={css.text}>Enter your height and weight to see your mannequin here.</p>
            )}
          </Card>
        </div>
        {body && (
          <Card title="Your likely measurements" className={css.measures}>
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
          onDeleted={() => change(empty)}
        />
      </div>
      <FitView body={body} unit={typed.lengthUnit} />
    </>
  );
}

interface MeasuresProps {
  body: Body;
  unit: SizeFormValues['lengthUnit'];
  /** The form has an invalid value, so the body shown is from earlier values. */
  isBehind: boolean;
  onConfirm: (field: string) => void;
}

function Measures({ body: { answers, prediction }, unit, isBehind, onConfirm }: MeasuresProps) {
  return (
    <div className={css.stack}>
      {isBehind && <p className={css.note}>This is based on your earlier entries. Check the highlighted field.</p>}
      {prediction.contradictions.map((contradiction) => (
        <div key={contradiction.field} className={css.question} role="status">
          <p>{describeContradiction(contradiction, answers)}</p>
          <Button variant="default" size="compact-md" onClick={() => onConfirm(contradiction.field)}>
            Yes, that’s right
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
      {answers.stature !== undefined && !answers.isMeasured && (
        <p className={css.note}>People usually overstate their height a little. Our advice allows for it.</p>
      )}
      {prediction.isExtrapolated && (
        <p className={css.note}>
          We have little data for this build, so your measurements may differ more. A tape measure is more accurate.
        </p>
      )}
    </div>
  );
}
