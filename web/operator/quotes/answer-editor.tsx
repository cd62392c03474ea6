import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { MAX_ANSWER_ITEMS, MAX_QUOTE_TEXT, QUOTE_VALID_DAYS } from '#contract/ordering/quotes/quote-limits.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { FormBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { sumAnswer } from './answer-lines.ts';
import { AnswerLines } from './answer-lines-list.tsx';
import type { OperatorQuote } from './quote-labels.ts';
import { CustomerView } from './quote-lines-view.tsx';
import css from './quotes.module.css';
import { SendForm } from './send-form.tsx';
import { listLineErrors, useAnswer } from './use-answer.ts';

/** The answer to a quote: its lines, until when it is valid, and what is said to it. The customer sees nothing before it is sent. */
export function AnswerEditor({ record }: { record: OperatorQuote }) {
  const { draft, versions } = record;
  const editor = useAnswer(record);
  const { answer, change, save } = editor;
  const [shown, setShown] = useState<'preview' | 'send'>();
  const statusId = useId();
  const lineErrors = useMemo(() => listLineErrors(save.error, save.error ? answer.lines : []), [save.error, answer.lines]);
  const { total, setup } = sumAnswer(answer.lines);
  const isRevision = versions.length > 0;
  const blocker = findBlocker(editor);
  const set = (values: Partial<typeof answer>) => change((before) => ({ ...before, ...values }));
  /** What is shown is what is saved: its problems, its sums, and how the customer will see it come from the server. */
  const open = async (what: 'preview' | 'send') => {
    if (editor.isDirty || draft.saves === 0) await save.mutateAsync();
    setShown(what);
  };
  // Why it was not saved is shown above the buttons.
  const tryToOpen = (what: 'preview' | 'send') => void open(what).catch(() => {});

  return (
    <form
      className={css.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (blocker === undefined && editor.isDirty && !save.isPending) save.mutate();
      }}
    >
      {isRevision && (
        <Notice tone="info">
          The customer has version {versions[0]?.version}. Sending version {draft.version} replaces it.
        </Notice>
      )}
      <EditConflicts conflicts={editor.conflicts} onUseSaved={editor.acceptTheirs} />
      {/* What is typed while it is saved would be replaced. */}
      <fieldset className={css.plain} disabled={save.isPending}>
        <Card title={isRevision ? `Answer, version ${draft.version}` : 'Answer'} flush>
          <AnswerLines record={record} editor={editor} lineErrors={lineErrors} />
        </Card>
        <Card title="Terms and notes">
          <div className={css.texts}>
            <DateField
              label="Valid until"
              description={`End of the day at the client’s. Usually ${QUOTE_VALID_DAYS} days.`}
              value={answer.validUntil}
              onChange={(validUntil) => set({ validUntil })}
            />
            <Text label="Terms" value={answer.terms} onChange={(terms) => set({ terms })} />
            <Text label="Note to the customer" value={answer.notes} onChange={(notes) => set({ notes })} />
            <Text
              label="Internal note"
              description="Only operators can see it."
              value={answer.internalNote}
              onChange={(internalNote) => set({ internalNote })}
            />
          </div>
        </Card>
      </fieldset>
      {editor.saveError && (
        <Notice tone="danger" role="alert">
          {editor.saveError.message} Your entries are still here.
        </Notice>
      )}
      <FormBar>
        <BlockableButton blocker={blocker} loading={save.isPending} onClick={() => tryToOpen('send')}>
          {isRevision ? 'Send revised answer' : 'Send answer'}
        </BlockableButton>
        <BlockableButton variant="default" blocker={blocker} disabled={save.isPending} onClick={() => tryToOpen('preview')}>
          Preview
        </BlockableButton>
        <Button
          type="submit"
          variant="default"
          disabled={!editor.isDirty || blocker !== undefined || save.isPending}
          aria-describedby={statusId}
        >
          Save draft
        </Button>
        {editor.isDirty && (
          <Button variant="default" disabled={save.isPending} onClick={editor.discard}>
            Discard changes
          </Button>
        )}
        <p className={css.status} id={statusId}>
          <strong className="figures">{formatMoney(total, draft.currencyCode)}</strong> excl. tax
          {setup > 0 && `, set-up ${formatMoney(setup, draft.currencyCode)}`}.{' '}
          {blocker ?? (editor.isDirty ? 'Not saved yet. Your changes are kept in this tab.' : 'All changes saved.')}
        </p>
      </FormBar>
      <Dialog
        opened={shown === 'preview'}
        onClose={() => setShown(undefined)}
        title="As the customer will see it"
        closeLabel="Close preview"
        width={760}
      >
        {shown === 'preview' && <Preview record={record} />}
      </Dialog>
      <Dialog
        opened={shown === 'send'}
        onClose={() => setShown(undefined)}
        title={isRevision ? 'Send revised answer' : 'Send answer'}
        closeLabel="Close"
      >
        <SendForm record={record} answer={editor.saved} onClose={() => setShown(undefined)} />
      </Dialog>
    </form>
  );
}

/** The saved answer as the customer will see it. */
function Preview({ record }: { record: OperatorQuote }) {
  const { data, error } = useQuery({
    ...operatorQuery('GET /api/operator/quotes/:id', { params: { id: record.quote.id }, query: { preview: true } }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data?.quote.preview) return <CustomerView quote={data.quote.preview} />;
  return error ? <p>{error.message}</p> : <SkeletonRows rows={4} />;
}

/** Why the answer cannot be saved, as a sentence. */
function findBlocker({ wrongLines, answer }: ReturnType<typeof useAnswer>): string | undefined {
  if (wrongLines.length > 0) return `${plural(wrongLines.length, 'line has', 'lines have')} an amount or number to correct.`;
  if (answer.validUntil !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(answer.validUntil)) return 'Complete the date, or leave it blank.';
  if (answer.lines.length > MAX_ANSWER_ITEMS) return `An answer can have at most ${MAX_ANSWER_ITEMS} lines.`;
  return undefined;
}

interface TextProps {
  label: string;
  description?: string;
  value: string;
  onChange: (text: string) => void;
}

const Text = ({ onChange, ...props }: TextProps) => (
  <Textarea
    {...props}
    autosize
    minRows={2}
    maxRows={12}
    maxLength={MAX_QUOTE_TEXT}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
