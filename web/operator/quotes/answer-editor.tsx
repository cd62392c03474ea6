import { Button, Textarea } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { MAX_QUOTE_ITEMS, MAX_QUOTE_TEXT, QUOTE_VALID_DAYS } from '#contract/ordering/quotes/quote-limits.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { EditConflicts } from '#web/ui/forms/edit-conflicts.tsx';
import { FormBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AnswerLines } from './answer-lines-list.tsx';
import { sumAnswer } from './answer-lines.ts';
import { PreviewDialog } from './answer-preview.tsx';
import type { OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';
import { SendForm } from './send-form.tsx';
import { listLineErrors, useAnswer } from './use-answer.ts';

/** The answer to a quote: its lines, until when it is valid, and what is said to it. The customer sees nothing before it is sent. */
export function AnswerEditor({ record }: { record: OperatorQuote }) {
  const { quote, versions } = record;
  const editor = useAnswer(record);
  const { answer, change, save } = editor;
  const [shown, setShown] = useState<'preview' | 'send'>();
  const statusId = useId();
  const lineErrors = useMemo(() => listLineErrors(save.error, save.error ? answer.lines : []), [save.error, answer.lines]);
  const { total, setup } = sumAnswer(answer.lines);
  const isRevision = versions.length > 0;
  const blocker = findBlocker(editor);
  const set = (values: Partial<typeof answer>) => change((before) => ({ ...before, ...values }));
  /** Sends what is saved: problems and sums are those of the server. */
  const open = async () => {
    if (editor.isDirty) await save.mutateAsync();
    setShown('send');
  };

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
          The customer has version {versions[0]?.version}. Sending version {record.draft.version} replaces it.
        </Notice>
      )}
      <EditConflicts conflicts={editor.conflicts} onUseSaved={editor.acceptTheirs} />
      {/* What is typed while it is saved would be replaced. */}
      <fieldset className={css.plain} disabled={save.isPending}>
        <Card title={isRevision ? `Answer, version ${record.draft.version}` : 'Answer'} flush>
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
        <BlockableButton blocker={blocker} loading={save.isPending} onClick={() => void open().catch(() => {})}>
          {isRevision ? 'Send revised answer' : 'Send answer'}
        </BlockableButton>
        <Button variant="default" onClick={() => setShown('preview')}>
          Preview
        </Button>
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
          <strong className="figures">{formatMoney(total, quote.currencyCode)}</strong> excl. tax
          {setup > 0 && `, set-up ${formatMoney(setup, quote.currencyCode)}`}.{' '}
          {blocker ?? (editor.isDirty ? 'Not saved yet. Your changes are kept in this tab.' : 'All changes saved.')}
        </p>
      </FormBar>
      <PreviewDialog opened={shown === 'preview'} record={record} answer={answer} onClose={() => setShown(undefined)} />
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

/** Why the answer cannot be saved, as a sentence. */
function findBlocker({ wrongLines, answer }: ReturnType<typeof useAnswer>): string | undefined {
  if (wrongLines.length > 0)
    return `${plural(wrongLines.length, 'line has', 'lines have')} an amount or number to correct.`;
  if (answer.validUntil !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(answer.validUntil)) return 'Complete the date, or leave it blank.';
  if (answer.lines.length > MAX_QUOTE_ITEMS) return `A quote can have at most ${MAX_QUOTE_ITEMS} lines.`;
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
