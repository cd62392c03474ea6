import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answers } from '#body/answers.ts';
import { estimateBody, predictBody } from '#body/predict.ts';
import { hasMeasurements } from '#body/suggest.ts';
import { NextStepButtons } from '#web/app/shell/next-step-buttons.tsx';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { describeMannequin, toFigure, type WearerBody } from './body-description.ts';
import { FitView } from './fit-view.tsx';
import { Avatar } from './mannequin/avatar.tsx';
import { warmUpMannequinBuilder } from './mannequin/mannequin-builder.ts';
import { MoreDetails } from './more-details.tsx';
import { ReturnButton, ReturnLink, useReturnPath } from './return-link.tsx';
import { SaveBodyCard } from './save-body-card.tsx';
import { readSizeCookies, saveSizeCookies } from './size-cookies.ts';
import { saveSizeDraft, useSizeDraft } from './size-draft.ts';
import { SizeForm } from './size-form.tsx';
import { emptySizeForm, type SizeFormValues, toAnswers, toBodyFields, toSizeFormValues } from './size-form-values.ts';
import css from './size-page.module.css';
import { SizeResult } from './size-result.tsx';
import { storedBodyQuery, useSizingClient, useWearer } from './stored-body.ts';

/** The gender codes of people: 10 male, 20 female. */
const SEXES: Readonly<Record<number, Answers['sex']>> = { 10: 'male', 20: 'female' };

/** Reads the form: the predicted body, or problems by field. */
function readTyped(typed: SizeFormValues): { body?: WearerBody; problems: Readonly<Record<string, string>> } {
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
          <Text c="dimmed">
            Each garment shows the size most likely to fit {wearer.firstName}
            {known && !known.isMeasured ? `, once ${wearer.firstName} has entered measurements` : ''}.
          </Text>
          <Box mt="md">
            <NextStepButtons />
          </Box>
        </Card>
      </>
    );
  }
  if (isPending || isLoading) {
    return (
      <PageLoading label="Loading your size">
        <Card className={css.loading}>
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
  const [body, setBody] = useState<WearerBody | undefined>(() => readTyped(first).body);
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
        Nothing you enter here is sent or saved unless you agree.
      </PageHeader>
      <div className={css.page}>
        <div className={css.columns} data-empty={!body || undefined}>
          <Card title="About you" className={css.form}>
            <SizeForm typed={typed} problems={problems} onChange={change} />
            {body && returnPath !== undefined && <ReturnButton to={returnPath} />}
          </Card>
          <MoreDetails typed={typed} problems={problems} onChange={change} />
          <Card title="Your mannequin" className={css.picture}>
            {body ? (
              <Avatar figure={body.figure} words={describeMannequin(body.prediction, body.answers, typed.lengthUnit)} />
            ) : (
              <p className={css.empty}>Enter your height and weight to see your mannequin here.</p>
            )}
          </Card>
          <SizeResult
            body={body}
            unit={typed.lengthUnit}
            isBehind={Object.keys(problems).length > 0}
            onConfirm={(field) => change({ ...typed, confirmed: [...typed.confirmed, field] })}
          />
          <SaveBodyCard
            personId={personId}
            typed={typed}
            isReady={body !== undefined && Object.keys(problems).length === 0}
            onDeleted={() => change(empty)}
          />
        </div>
      </div>
      <FitView body={body} unit={typed.lengthUnit} />
      {returnPath === undefined && (
        <Box mt="lg">
          <NextStepButtons />
        </Box>
      )}
    </>
  );
}
