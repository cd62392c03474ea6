import { Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { formatDate, formatDateTime, formatDay, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeValidity, formatQuotePerson, type Quote } from '../quote-status.ts';
import { ChangeOwner } from './change-owner.tsx';
import css from './quote.module.css';

/** Number, person, days, total, orders and versions of a quote. */
export function QuoteFacts({ quote }: { quote: Quote }) {
  const facts = [
    ['Number', quote.quoteNumber],
    [
      'Requested by',
      <Fragment key="person">
        {formatQuotePerson(quote)}
        <Text size="sm" c="dimmed">
          {quote.customer.email}
        </Text>
        {quote.customerHasLeft && <Text size="sm">Has left</Text>}
        {quote.canGiveAway && <ChangeOwner quote={quote} />}
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
    </Card>
  );
}

const Versions = ({ quote: { id, version, versions } }: { quote: Quote }) => (
  <ul className={css.plain}>
    {versions
      .filter((each) => each.version < version)
      .map((each) => (
        <li key={each.version}>
          <Link to={paths.quote(id, { version: each.version })}>Version {each.version}</Link>
          <Text span size="sm" c="dimmed">
            , {formatDate(each.sentOnUtc)}
          </Text>
        </li>
      ))}
  </ul>
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
