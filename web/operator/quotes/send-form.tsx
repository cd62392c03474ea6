import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDay, plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { listFreeLines, type SavedAnswer, sumAnswer } from './answer-lines.ts';
import { numberLines } from './number-lines.ts';
import { nameOfCustomer, type OperatorQuote } from './quote-labels.ts';
import { QuoteTotals } from './quote-lines-view.tsx';
import css from './quotes.module.css';
import { useRefreshQuotes, useShowQuote } from './use-answer.ts';

interface Props {
  record: OperatorQuote;
  /** As it is saved. */
  answer: SavedAnswer;
  onClose: () => void;
}

/** Sends the answer as it is saved: says what keeps it from being sent, asks once more about lines that are free, and names who is mailed. */
export function SendForm({ record, answer, onClose }: Props) {
  const { quote, draft, versions } = record;
  const [isFree, setFree] = useState(false);
  const refresh = useRefreshQuotes();
  const showQuote = useShowQuote();
  const numbers = numberLines(answer.lines);
  const nameLine = (key: string) => `Line ${numbers.get(key)}`;
  const problems = draft.items.flatMap(({ id, isOffered, problems: texts }) =>
    isOffered ? texts.map((text) => ({ key: `i${id}`, text })) : [],
  );
  const free = listFreeLines(answer.lines);
  const offered = answer.lines.filter(({ isOffered }) => isOffered).length;
  const { total, setup } = sumAnswer(answer.lines);
  const sending = useMutation({
    mutationFn: () =>
      operatorApi('POST /api/operator/quotes/:id/send', {
        params: { id: quote.id },
        body: { saves: draft.saves, ...(free.length > 0 && { confirmsFree: isFree }) },
      }),
    onSuccess: ({ quote: sent }) => {
      showSuccess(`${quote.quoteNumber} sent. We’ve emailed ${nameOfCustomer(quote)}.`);
      onClose();
      showQuote(sent);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void refresh();
    },
  });

  if (problems.length > 0)
    return (
      <Stack gap="sm">
        <Text>These lines can’t be sent so. Correct them, or mark them as not offered.</Text>
        <ul className={css.sendProblems} aria-label="Problems">
          {problems.map(({ key, text }) => (
            <li key={`${key} ${text}`}>
              <button type="button" className={css.link} onClick={() => goToLine(key, onClose)}>
                {nameLine(key)}
              </button>
              : {text}
            </li>
          ))}
        </ul>
        <ButtonRow>
          <Button onClick={onClose}>Back to the answer</Button>
        </ButtonRow>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Text>
        {plural(offered, 'line')} offered
        {offered < answer.lines.length && `, ${plural(answer.lines.length - offered, 'line')} not offered`}
        {answer.validUntil && `. Valid until ${formatDay(answer.validUntil)}`}. {nameOfCustomer(quote)} gets an email.
        {versions.length > 0 && ` It replaces version ${versions[0]?.version}.`}
      </Text>
      <QuoteTotals total={total} setup={setup} currencyCode={draft.currencyCode} />
      {free.length > 0 && (
        <Notice tone="warning">
          <p className={css.plainText}>
            {free.length === 1 ? 'This line costs' : 'These lines cost'} nothing:{' '}
            {free.map(({ key }) => nameLine(key)).join(', ')}.
          </p>
          <Checkbox name="confirmsFree" checked={isFree} onChange={setFree}>
            {free.length === 1 ? 'It is free of charge' : 'They are free of charge'}
          </Checkbox>
        </Notice>
      )}
      {sending.error && (
        <Notice tone="danger" role="alert">
          {sending.error.message} Nothing was sent.
        </Notice>
      )}
      <ButtonRow>
        <BlockableButton
          loading={sending.isPending}
          blocker={free.length > 0 && !isFree ? 'Confirm that the lines at a price of 0 are free of charge.' : null}
          onClick={() => sending.mutate()}
        >
          {versions.length > 0 ? `Send version ${draft.version}` : 'Send to the customer'}
        </BlockableButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Stack>
  );
}

/** Closes the dialog, and goes to a line of the answer. */
function goToLine(key: string, close: () => void): void {
  close();
  // The dialog gives the focus back to its button first.
  setTimeout(() => {
    const line = document.querySelector<HTMLElement>(`[data-line="${key}"]`);
    line?.scrollIntoView({ block: 'center' });
    line?.querySelector<HTMLElement>('input:not([type="checkbox"]), button')?.focus({ preventScroll: true });
  }, 300);
}
