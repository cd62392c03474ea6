import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { MAX_QUOTE_TEXT } from '#contract/ordering/quotes/quote-limits.ts';
import { api } from '#web/app/api.ts';
import { FilePicker } from '#web/app/files/file-picker.tsx';
import { useFileUploads } from '#web/app/files/use-file-uploads.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Quote } from '../quote-status.ts';
import css from './quote.module.css';
import { FileList } from './quote-files.tsx';
import { useQuoteStep } from './use-quote-step.ts';

/** What both sides have written about a quote, oldest first, and writing more. */
export function Conversation({ quote }: { quote: Quote }) {
  const { messages, canWrite } = quote;
  if (messages.length === 0 && !canWrite) return null;
  return (
    <Card title="Messages">
      {messages.length > 0 && (
        <ol className={css.messages} aria-label="Messages">
          {messages.map((message) => (
            <li key={message.id} data-own={!message.fromSupplier || undefined}>
              <Text size="sm" c="dimmed">
                <strong>{message.name}</strong>
                {message.fromSupplier && ', your supplier'} · {formatDateTime(message.createdOnUtc)}
              </Text>
              <p className={css.text}>{message.text}</p>
              <FileList files={message.files} />
            </li>
          ))}
        </ol>
      )}
      {canWrite ? (
        <MessageForm quote={quote} />
      ) : (
        <Text c="dimmed" size="sm">
          Messages can be written by the owner while the quote is open.
        </Text>
      )}
    </Card>
  );
}

function MessageForm({ quote: { id } }: { quote: Quote }) {
  const [draft, saveDraft] = useDraft<{ text: string }>(`quote-message.${id}`);
  const [hasFailed, setFailed] = useState(false);
  const text = draft?.text ?? '';
  const upload = useFileUploads((file) => api('POST /api/quotefile', file));
  const step = useQuoteStep(
    id,
    () => api('POST /api/quote/:id/message', { params: { id }, body: { text: text.trim(), fileIds: upload.ids } }),
    'Message sent. We’ve emailed your supplier.',
  );
  const isEmpty = text.trim() === '';
  return (
    <StackedForm
      gap="xs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty) return setFailed(true);
        step.mutate(undefined, {
          onSuccess: () => {
            saveDraft(undefined);
            setFailed(false);
            upload.clear();
          },
        });
      }}
    >
      {step.error && (
        <Notice tone="danger" role="alert">
          {step.error.message}
        </Notice>
      )}
      <Textarea
        label="Write to your supplier"
        autosize
        minRows={2}
        maxLength={MAX_QUOTE_TEXT}
        value={text}
        error={hasFailed && isEmpty ? 'Please enter a message.' : undefined}
        onChange={(event) => saveDraft({ text: event.currentTarget.value })}
      />
      {text !== '' && <FilePicker upload={upload} label="Attach files" />}
      <div>
        <BlockableButton
          type="submit"
          variant="default"
          loading={step.isPending}
          blocker={upload.isUploading ? 'Wait until the files are uploaded.' : undefined}
        >
          Send message
        </BlockableButton>
      </div>
    </StackedForm>
  );
}
