import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'react-router';
import { download } from '#web/app/api.ts';
import { readId } from '#web/app/lists/filter-kinds.tsx';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { describeQuoteStatus, type Quote } from '../quote-status.ts';
import { groupItems } from './accept-choices.ts';
import { AcceptForm } from './accept-form.tsx';
import { EndButtons } from './end-buttons.tsx';
import css from './quote.module.css';
import { QuoteFacts } from './quote-facts.tsx';
import { RequestFiles } from './quote-files.tsx';
import { QuoteLine } from './quote-line.tsx';
import { Conversation } from './quote-messages.tsx';
import { QuoteNotices } from './quote-notices.tsx';
import { quoteQuery } from './quote-query.ts';

/** One quote: what was asked for, the answer, accepting it, and what was written about it. With `?version=1` an earlier answer. */
export function QuotePage() {
  const { id, isId } = useRecordId();
  const [search] = useSearchParams();
  const version = readId(search.get('version') ?? '');
  const { data, error, refetch } = useQuery({ ...quoteQuery(id), enabled: isId });
  const isEarlier = version !== undefined && data !== undefined && version < data.quote.version;
  const earlier = useQuery({ ...quoteQuery(id, version), enabled: isEarlier });
  const failed = error ?? (isEarlier ? earlier.error : null);
  const quote = isEarlier ? earlier.data?.quote : data?.quote;
  if (data && quote)
    return isEarlier ? (
      <EarlierAnswer quote={quote} current={data.quote} version={version} />
    ) : (
      <QuoteView key={`${id} ${quote.version}`} quote={quote} />
    );
  return (
    <>
      <PageHeader title="Quote" above={<BackToQuotes id={id} />} />
      <Card>
        <RecordStates
          noun="quote"
          isId={isId}
          error={failed}
          onRetry={() => void (isEarlier ? earlier.refetch() : refetch())}
          action={
            <Button component={Link} to={paths.quotes()}>
              View your quotes
            </Button>
          }
        >
          You don’t have access to a quote at this address. Check the link, or look for the quote in your list.
        </RecordStates>
      </Card>
    </>
  );
}

/** Back to one's own quotes, or to those of the organisation where it was opened from them. */
function BackToQuotes({ id }: { id: number }) {
  const from: unknown = useLocation().state?.list;
  const isOfOrganisation = typeof from === 'string' && new URLSearchParams(from).get('of') === 'organisation';
  const list = isOfOrganisation ? 'organisationquotes' : 'quotes';
  return (
    <ListBackLink to={paths.quotes()} label="Quotes" list={list} noun="quote" id={id} pathOf={(next) => paths.quote(next)} />
  );
}

const Pdf = ({ id }: { id: number }) => (
  <DownloadButton file={() => download('GET /api/quote/:id/pdf', { params: { id } })}>Download PDF</DownloadButton>
);

function QuoteView({ quote }: { quote: Quote }) {
  const { label, tone } = describeQuoteStatus(quote.status);
  return (
    <>
      <PageHeader
        title={quote.title}
        tab={`${quote.quoteNumber} ${quote.title}`}
        above={<BackToQuotes id={quote.id} />}
        actions={
          <>
            <Pdf id={quote.id} />
            <EndButtons quote={quote} />
          </>
        }
      >
        <span className={css.status}>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <span className="figures">{quote.quoteNumber}</span>
        </span>
      </PageHeader>
      <Stack>
        <QuoteNotices quote={quote} />
        <div className={css.columns}>
          <Stack miw={0}>
            <Answer quote={quote} />
            {quote.items.length > 0 && (quote.canAccept ? <AcceptForm quote={quote} /> : <Lines quote={quote} />)}
            <Request quote={quote} />
            <RequestFiles quote={quote} />
            <Conversation quote={quote} />
          </Stack>
          <Stack component="aside" miw={0} aria-label="About this quote">
            <QuoteFacts quote={quote} />
          </Stack>
        </div>
      </Stack>
    </>
  );
}

/** An answer that a newer one has replaced, to read it. */
function EarlierAnswer({ quote, current, version }: { quote: Quote; current: Quote; version: number }) {
  return (
    <>
      <PageHeader
        title={current.title}
        tab={`${current.quoteNumber}, version ${version}`}
        above={<BackToQuotes id={current.id} />}
      >
        <span className="figures">
          {current.quoteNumber}, version {version} of {current.version}
        </span>
      </PageHeader>
      <Stack>
        <Notice
          tone="warning"
          actions={
            <Button component={Link} to={paths.quote(current.id)} size="compact-sm" variant="default">
              View version {current.version}
            </Button>
          }
        >
          This answer has been replaced by a newer one. Its prices can’t be accepted any more.
        </Notice>
        <Answer quote={quote} />
        <Lines quote={quote} />
      </Stack>
    </>
  );
}

/** What the supplier says to the whole quote. */
const Answer = ({ quote: { notes, terms } }: { quote: Quote }) =>
  (notes || terms) && (
    <Card title="From your supplier">
      {notes && <p className={css.text}>{notes}</p>}
      {terms && (
        <>
          <h3 className={css.small}>Terms</h3>
          <p className={css.text}>{terms}</p>
        </>
      )}
    </Card>
  );

/** The lines, where nothing of them can be accepted by the reader now. */
const Lines = ({ quote }: { quote: Quote }) => (
  <Card title="Lines" action={quote.version > 0 && <Text c="dimmed">Prices excl. tax</Text>}>
    <ul className={css.lines}>
      {groupItems(quote.items).map((group) => (
        <QuoteLine key={group.id} group={group} currencyCode={quote.currencyCode} />
      ))}
    </ul>
  </Card>
);

/** What was asked for, in words. */
const Request = ({ quote: { description } }: { quote: Quote }) =>
  description && (
    <Card title="Description">
      <p className={css.text}>{description}</p>
    </Card>
  );
