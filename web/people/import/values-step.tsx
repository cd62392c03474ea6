import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnOrder, NameOrder } from '#contract/people/import/interpretation.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { type ColumnChoice, type ImportQuestions, listQuestionsCall } from './column-choice.ts';
import css from './import.module.css';
import { importFieldLabels, type PeopleImport } from './import-labels.ts';
import { NoteList } from './reading-notes.tsx';
import { dateOrderChoices, EMPTY, LEFT, listWordChoices, nameOrderLabels, toInitialWord, toWordValue } from './value-labels.ts';

interface Props {
  peopleImport: PeopleImport;
  choice: ColumnChoice;
  onColumns: () => void;
  onPreview: () => void;
}

/** The questions about the values of the columns: order of dates and names, and words that are not known. */
export function ValuesStep(props: Props) {
  const { peopleImport, choice } = props;
  const { data, error, refetch } = useQuery(apiQuery(...listQuestionsCall(peopleImport.id, choice.fields)));
  if (data) return <Questions {...props} questions={data.importQuestions} />;
  return (
    <Card flush>
      {error ? (
        <ErrorState title="The values could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the values">
          <SkeletonRows rows={6} height={48} />
        </PageLoading>
      )}
    </Card>
  );
}

const keyOf = (field: string, word: string) => `${field} ${word}`;

function Questions({ peopleImport, choice, onColumns, onPreview, questions }: Props & { questions: ImportQuestions }) {
  const client = useQueryClient();
  const { dates, names, words, notes } = questions;
  const [orders, setOrders] = useState(
    () => new Map<number, ColumnOrder | null>([...dates, ...names].map(({ column, order }) => [column, order] as const)),
  );
  const [meanings, setMeanings] = useState(
    () =>
      new Map(
        words.flatMap(({ field, words: unknown }) =>
          unknown.map((each) => [keyOf(field, each.word), toInitialWord(each)] as const),
        ),
      ),
  );
  const setOrder = (column: number, order: ColumnOrder | null) => setOrders(new Map(orders).set(column, order));
  const isOpen = [...orders.values()].includes(null);
  const preview = useMutation({
    mutationFn: () =>
      api('POST /api/peopleimports/:id/preview', {
        params: { id: peopleImport.id },
        body: {
          ...choice,
          orders: [...orders].flatMap(([column, order]) => (order ? [{ column, order }] : [])),
          words: words.flatMap(({ field, words: unknown }) =>
            unknown.flatMap(({ word }) => {
              const meaning = meanings.get(keyOf(field, word)) ?? LEFT;
              return meaning === LEFT ? [] : [{ field, word, value: toWordValue(meaning) }];
            }),
          ),
        },
      }),
    onSuccess: (reply) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: peopleImport.id } }], reply);
      void invalidateCalls(
        client,
        'GET /api/peopleimports',
        'GET /api/peopleimports/:id/rows',
        'GET /api/peopleimports/:id/questions',
      );
      onPreview();
      scrollTo({ top: 0 });
    },
    onError: showError,
  });
  return (
    <Stack>
      {notes.length > 0 && (
        <Notice>
          <NoteList notes={notes} />
        </Notice>
      )}
      {dates.map((question) => (
        <DateCard
          key={question.column}
          question={question}
          order={orders.get(question.column) ?? null}
          onChange={(order) => setOrder(question.column, order)}
        />
      ))}
      {names.map((question) => (
        <NameCard
          key={question.column}
          question={question}
          order={orders.get(question.column) ?? null}
          onChange={(order) => setOrder(question.column, order)}
        />
      ))}
      {words.map((question) => (
        <WordCard
          key={question.column}
          question={question}
          getMeaning={(word) => meanings.get(keyOf(question.field, word)) ?? LEFT}
          onChange={(word, meaning) => setMeanings(new Map(meanings).set(keyOf(question.field, word), meaning))}
        />
      ))}
      {dates.length + names.length + words.length === 0 && (
        <Notice tone="success">All values of this file are understood.</Notice>
      )}
      {isOpen && <Notice tone="warning">Please choose how the dates and names are written. Then you can see the preview.</Notice>}
      <div className={css.buttons}>
        <Button disabled={isOpen} loading={preview.isPending} onClick={() => preview.mutate()}>
          Preview
        </Button>
        <Button variant="default" onClick={onColumns}>
          Back to columns
        </Button>
      </div>
    </Stack>
  );
}

interface OrderProps<Question> {
  question: Question;
  order: ColumnOrder | null;
  onChange: (order: ColumnOrder | null) => void;
}

/** What an order follows from, where it is not asked. */
const explainOrder = ({ basis }: { basis: 'proved' | 'remembered' | 'open' }) =>
  basis === 'remembered' ? ' Your answer for an earlier file is chosen.' : '';

function DateCard({ question, order, onChange }: OrderProps<ImportQuestions['dates'][number]>) {
  const { header, example, basis, dayFirst, monthFirst, either } = question;
  // What the dates prove is among the notes.
  if (basis === 'proved') return null;
  const isMixed = dayFirst > 0 && monthFirst > 0;
  return (
    <Card title={`Dates in “${header}”`}>
      <Stack gap="xs">
        <p>
          {isMixed
            ? `${plural(dayFirst, 'date has', 'dates have')} the day first, ${plural(monthFirst, 'date', 'dates')} the month. Those that do not fit your choice are not imported.`
            : `${either > 0 ? plural(either, 'date') : 'Some dates'} can be read in two ways, and no other date of the column says in which.`}
          {explainOrder(question)}
        </p>
        <NativeSelect
          className={css.order}
          label={`${example} is`}
          rightSection={<DownIcon size={16} />}
          value={order ?? ''}
          data={dateOrderChoices(order)}
          onChange={({ currentTarget: { value } }) => onChange((value || null) as ColumnOrder | null)}
        />
      </Stack>
    </Card>
  );
}

function NameCard({ question, order, onChange }: OrderProps<ImportQuestions['names'][number]>) {
  const { header, choices, basis } = question;
  const shown = choices.find((choice) => choice.order === order) ?? choices[0];
  return (
    <Card title={`Names in “${header}”`}>
      <Stack gap="xs">
        {basis !== 'proved' && (
          <NativeSelect
            className={css.order}
            label="The names are written as"
            description={explainOrder(question).trim() || undefined}
            rightSection={<DownIcon size={16} />}
            value={order ?? ''}
            data={[
              ...(order ? [] : [{ value: '', label: 'Please choose' }]),
              ...choices.map((choice) => ({ value: choice.order, label: nameOrderLabels[choice.order] })),
            ]}
            onChange={({ currentTarget: { value } }) => onChange((value || null) as NameOrder | null)}
          />
        )}
        {order && shown && (
          <ul className={css.nameExamples} aria-label={`How names in ${header} are read`}>
            {shown.examples.map(({ cell, firstName, lastName }) => (
              <li key={cell}>
                {cell}:{' '}
                {firstName === null ? (
                  'not a first and a last name'
                ) : (
                  <>
                    first name <strong>{firstName}</strong>, last name <strong>{lastName}</strong>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  );
}

interface WordProps {
  question: ImportQuestions['words'][number];
  getMeaning: (word: string) => string;
  onChange: (word: string, meaning: string) => void;
}

function WordCard({ question, getMeaning, onChange }: WordProps) {
  const { header, field, words, unlistedRows, choices } = question;
  return (
    <Card title={`Words in “${header}”`} flush>
      <p className={css.intro}>
        {importFieldLabels.people[field]}: these words are not known. What you choose is saved for the next file.
        {unlistedRows > 0 && ` ${plural(unlistedRows, 'row')} with further values can’t be listed here.`}
      </p>
      <Stack component="ul" gap={0} role="list" aria-label={`Words in ${header}`}>
        {words.map((each) => {
          const meaning = getMeaning(each.word);
          return (
            <li key={each.word} className={css.column} data-out={meaning === LEFT || meaning === EMPTY || undefined}>
              <div className={css.text}>
                <strong>{each.word}</strong>
                <span className={css.samples}>
                  {plural(each.rows, 'row')}
                  {each.proposal !== null && meaning === String(each.proposal) && ', suggested'}
                </span>
              </div>
              <NativeSelect
                aria-label={`${each.word} means`}
                rightSection={<DownIcon size={16} />}
                value={meaning}
                data={listWordChoices(field, choices, each)}
                onChange={({ currentTarget: { value } }) => onChange(each.word, value)}
              />
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
