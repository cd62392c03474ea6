import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { formatDate, formatDateTime, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { describeQuoteEnd, nameOfCustomer, type OperatorQuote } from './quote-labels.ts';
import { CustomerView } from './quote-lines-view.tsx';
import { QuoteFiles } from './quote-messages.tsx';
import css from './quotes.module.css';

/** Who asked, for what and by when, with the files; and what has become of it. */
export function QuoteRequest({ record: { quote, organisation, takenBy } }: { record: OperatorQuote }) {
  const facts: [string, ReactNode][] = [
    ['Organisation', organisation.name],
    ['Requested by', nameOfCustomer(quote)],
    [
      'Email',
      <a key="email" href={`mailto:${quote.customer.email}`}>
        {quote.customer.email}
      </a>,
    ],
    ['Requested', formatDateTime(quote.createdOnUtc)],
    ['Needed by', formatDate(quote.requiredByUtc)],
    ['Answered by', takenBy?.name],
    ['Valid until', quote.version > 0 && formatDate(quote.validUntilUtc)],
    [
      quote.orderIds.length === 1 ? 'Order' : 'Orders',
      quote.orderIds.length > 0 && (
        <span className={css.orders}>
          {quote.orderIds.map((id) => (
            <Link key={id} to={operatorPaths.order(id)}>
              {id}
            </Link>
          ))}
        </span>
      ),
    ],
    ['Ended', describeQuoteEnd(quote)],
  ];
  return (
    <Card title="Request">
      <Stack gap="sm">
        <dl className={css.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {quote.description && <blockquote className={css.note}>{quote.description}</blockquote>}
        {quote.files.length > 0 && <QuoteFiles quoteId={quote.id} files={quote.files} />}
      </Stack>
    </Card>
  );
}

/** The answers that were sent, newest first, each to be read. */
export function QuoteVersions({ record: { quote, versions } }: { record: OperatorQuote }) {
  const [shown, setShown] = useState<number>();
  if (versions.length === 0) return null;
  return (
    <Card title="Sent answers">
      <ul className={css.versions}>
        {versions.map(({ version, sentOnUtc, sentBy, total, currencyCode }) => (
          <li key={version}>
            <div>
              <strong>Version {version}</strong>, <span className="figures">{formatMoney(total, currencyCode)}</span> excl. tax
              <Text size="sm" c="dimmed">
                {[formatDateTime(sentOnUtc), sentBy].filter(Boolean).join(', ')}
              </Text>
            </div>
            <RowButton aria-label={`Read version ${version}`} aria-haspopup="dialog" onClick={() => setShown(version)}>
              Read
            </RowButton>
          </li>
        ))}
      </ul>
      <Dialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={`Version ${shown ?? ''}`}
        closeLabel="Close version"
        width={760}
      >
        {shown !== undefined && <SentVersion quoteId={quote.id} version={shown} />}
      </Dialog>
    </Card>
  );
}

function SentVersion({ quoteId, version }: { quoteId: number; version: number }) {
  const { data, error } = useQuery(
    operatorQuery('GET /api/operator/quotes/:id', { params: { id: quoteId }, query: { version } }),
  );
  if (data?.quote.preview) return <CustomerView quote={data.quote.preview} />;
  return error ? <p>{error.message}</p> : <SkeletonRows rows={4} />;
}
