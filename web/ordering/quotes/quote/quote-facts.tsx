import { Button, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useSeesAdministration } from '#web/app/session/profile.ts';
import { formatDate, formatDateTime, formatDay, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeValidity, formatQuotePerson, type Quote } from '../quote-status.ts';
import { OwnerDialog } from './owner-dialog.tsx';
import css from './quote.module.css';

/** Number, person, days, total, orders and versions of a quote. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const seesAdministration = useSeesAdministration();
  const [isOwnerOpen, setOwnerOpen] = useState(false);
  const facts = [
    ['Number', quote.quoteNumber],
    [
      'Requested by',
      <Fragment key="person">
        {formatQuotePerson(quote)}
        <Text size="sm" c="dimmed">
          {quote.customer.email}
        </Text>
        {seesAdministration && (
          <Button mt={4} size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOwnerOpen(true)}>
            Change owner
          </Button>
        )}
      </Fragment>,
    ],
    ['Requested', formatDateTime(quote.createdOnUtc)],
    ['Last change', quote.updatedOnUtc !== quote.createdOnUtc && formatDate(quote.updatedOnUtc)],
    ['Needed by', quote.requiredByUtc && formatDay(quote.requiredByUtc.slice(0, 10))],
    ['Valid until', describeValidity(quote)],
    ['Total', quote.total !== null && `${formatMoney(quote.total, quote.currencyCode)} excl. tax`],
    ['Orders', quote.orderIds.length > 0 && <Links ids={quote.orderIds} toPath={paths.order} />],
    ['Earlier answers', quote.version > 1 && <Versions quote={quote} />],
  ] satisfies [string, ReactNode][];
  return (
    <Card title="About this quote">
      <Stack component="dl" gap="xs" className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <dd className="figures">{value}</dd>
            </div>
          ))}
      </Stack>
      {isOwnerOpen && <OwnerDialog quote={quote} onClose={() => setOwnerOpen(false)} />}
    </Card>
  );
}

const Versions = ({ quote: { id, version } }: { quote: Quote }) => (
  <>
    {Array.from({ length: version - 1 }, (_, index) => version - 1 - index).map((each, index) => (
      <Fragment key={each}>
        {index > 0 && ', '}
        <Link to={paths.quote(id, { version: each })}>Version {each}</Link>
      </Fragment>
    ))}
  </>
);

const Links = ({ ids, toPath }: { ids: readonly number[]; toPath: (id: number) => string }) => (
  <>
    {ids.map((id, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <Link to={toPath(id)}>{id}</Link>
      </Fragment>
    ))}
  </>
);
