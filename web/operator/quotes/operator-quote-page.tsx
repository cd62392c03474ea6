import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorApi, operatorDownload, operatorMeQuery, operatorQuery } from '../session/operator-api.ts';
import { AnswerEditor } from './answer-editor.tsx';
import { DeclineQuoteForm } from './decline-form.tsx';
import { type OperatorQuote, QUOTE_LABELS } from './quote-labels.ts';
import { CustomerView } from './quote-lines-view.tsx';
import { QuoteMessages } from './quote-messages.tsx';
import { QuoteRequest, QuoteVersions } from './quote-request.tsx';
import css from './quotes.module.css';
import { useShowQuote } from './use-answer.ts';

/** One quote: what was asked for, and its answer. */
export function OperatorQuotePage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/quotes/:id', { params: { id } }),
    enabled: isId,
    retry: false,
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <QuoteView key={id} record={data.quote} />;
  return (
    <>
      <PageHeader title="Quote" above={<BackToQuotes id={id} />} />
      <Card>
        <RecordStates
          noun="quote"
          isId={isId}
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={operatorPaths.quotes}>
              View quotes
            </Button>
          }
          rows={6}
          height={80}
        />
      </Card>
    </>
  );
}

const BackToQuotes = ({ id }: { id: number }) => (
  <ListBackLink to={operatorPaths.quotes} label="Quotes" list="quotes" noun="quote" id={id} pathOf={operatorPaths.quote} />
);

function QuoteView({ record }: { record: OperatorQuote }) {
  const { quote, refusal, canDecline } = record;
  const [isDeclining, setDeclining] = useState(false);
  const { label, tone } = QUOTE_LABELS[quote.status];
  return (
    <>
      <PageHeader
        title={quote.title}
        tab={`${quote.quoteNumber} ${quote.title}`}
        above={<BackToQuotes id={quote.id} />}
        actions={
          <>
            {refusal === null && <TakeButton record={record} />}
            {canDecline && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setDeclining(true)}>
                Decline
              </Button>
            )}
            <DownloadButton file={() => operatorDownload('GET /api/operator/quotes/:id/pdf', { params: { id: quote.id } })}>
              PDF
            </DownloadButton>
          </>
        }
      >
        {quote.quoteNumber} <StatusBadge tone={tone}>{label}</StatusBadge>
      </PageHeader>
      <div className={css.columns}>
        <QuoteRequest record={record} />
        <Stack miw={0} className={css.answering}>
          {refusal === null ? (
            <AnswerEditor record={record} />
          ) : (
            <>
              <Notice tone="info">{refusal}</Notice>
              <Card title={quote.version > 0 ? 'Answer' : 'Requested lines'}>
                <CustomerView quote={quote} isHeaded={false} />
              </Card>
            </>
          )}
        </Stack>
        <Stack miw={0}>
          <QuoteMessages quote={quote} />
          <QuoteVersions record={record} />
        </Stack>
      </div>
      <Dialog opened={isDeclining} onClose={() => setDeclining(false)} title={`Decline ${quote.quoteNumber}`} closeLabel="Close">
        {isDeclining && <DeclineQuoteForm quote={quote} onClose={() => setDeclining(false)} />}
      </Dialog>
    </>
  );
}

/** Says to the others who answers the quote. Nothing for the operator who does. */
function TakeButton({ record: { quote, takenBy } }: { record: OperatorQuote }) {
  const { data: me } = useQuery(operatorMeQuery);
  const showQuote = useShowQuote();
  const taking = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/quotes/:id/take', { params: { id: quote.id } }),
    onSuccess: ({ quote: taken }) => {
      showSuccess(`You answer ${quote.quoteNumber} now.`);
      showQuote(taken);
    },
    onError: showError,
  });
  if (takenBy !== null && takenBy.id === me?.operator.id) return null;
  return (
    <Button
      variant="default"
      loading={taking.isPending}
      title={takenBy === null ? undefined : `${takenBy.name} answers it.`}
      onClick={() => taking.mutate()}
    >
      {takenBy === null ? 'Take' : `Take over from ${takenBy.name}`}
    </Button>
  );
}
