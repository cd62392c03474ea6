import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MAX_QUOTE_TEXT } from '#contract/ordering/quotes/quote-limits.ts';
import { FilePicker } from '#web/app/files/file-picker.tsx';
import { useFileUploads } from '#web/app/files/use-file-uploads.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { readDraft, writeDraft } from '#web/ui/forms/use-draft.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorApi, operatorDownload } from '../session/operator-api.ts';
import { StoredFiles } from '../stored-files.tsx';
import { nameOfCustomer, type OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';
import { useShowQuote } from './use-answer.ts';

/** What customer and supplier have written to each other, and a new message. */
export function QuoteMessages({ quote }: { quote: OperatorQuote['quote'] }) {
  return (
    <Card title="Messages">
      <Stack gap="sm">
        {quote.messages.length === 0 ? (
          <Text c="dimmed">No messages yet.</Text>
        ) : (
          <ol className={css.messages} aria-label="Messages">
            {quote.messages.map(({ id, fromSupplier, name, text, files, createdOnUtc }) => (
              <li key={id} data-own={fromSupplier || undefined}>
                <p className={css.small}>
                  <strong>{name}</strong> · {formatDateTime(createdOnUtc)}
                </p>
                <p className={css.answer}>{text}</p>
                {files.length > 0 && <QuoteFiles quoteId={quote.id} files={files} />}
              </li>
            ))}
          </ol>
        )}
        {quote.canWrite && <MessageForm quote={quote} />}
      </Stack>
    </Card>
  );
}

/** The files of the request, or of a message. */
export const QuoteFiles = ({ quoteId, files }: { quoteId: number; files: OperatorQuote['quote']['files'] }) => (
  <StoredFiles
    files={files}
    fetchFile={(file) =>
      operatorDownload('GET /api/operator/quotes/:id/files/:fileId', { params: { id: quoteId, fileId: file.id } })
    }
  />
);

function MessageForm({ quote }: { quote: OperatorQuote['quote'] }) {
  const params = { id: quote.id };
  const draftKey = `quote-message.${quote.id}`;
  const [text, setText] = useState(() => readDraft<{ text: string }>(draftKey)?.text ?? '');
  useEffect(() => writeDraft(draftKey, text === '' ? undefined : { text }), [draftKey, text]);
  const showQuote = useShowQuote();
  const upload = useFileUploads((body) => operatorApi('POST /api/operator/quotes/:id/files', { params, ...body }));
  const sending = useMutation({
    mutationFn: () =>
      operatorApi('POST /api/operator/quotes/:id/message', {
        params,
        body: { text: text.trim(), ...(upload.ids.length > 0 && { fileIds: upload.ids }) },
      }),
    onSuccess: ({ quote: written }) => {
      setText('');
      upload.clear();
      showSuccess(`Message sent. We’ve emailed ${nameOfCustomer(quote)}.`);
      showQuote(written);
    },
  });
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !upload.isUploading && !sending.isPending) sending.mutate();
      }}
    >
      <Textarea
        label={`Message to ${nameOfCustomer(quote)}`}
        maxLength={MAX_QUOTE_TEXT}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FilePicker upload={upload} label="Add files" />
      {sending.error && (
        <Notice tone="danger" role="alert">
          {sending.error.message} Your message is still here.
        </Notice>
      )}
      <div>
        <Button type="submit" variant="default" loading={sending.isPending} disabled={text.trim() === '' || upload.isUploading}>
          Send message
        </Button>
      </div>
    </StackedForm>
  );
}
