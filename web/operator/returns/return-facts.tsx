import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PLACE_LABELS } from '#web/ordering/returns/return-choices.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, formatDateTime, formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { CONDITIONS, type OperatorReturn } from './return-outcomes.ts';
import css from './returns.module.css';

/** What is returned, why, and what the person wants instead. */
export function ReturnedGarment({ request }: { request: OperatorReturn }) {
  const { attributeDescription, quantity, exchangeChain, comments } = request;
  return (
    <Card title="Returned pieces">
      <div className={css.garment}>
        <Picture src={request.images[0]?.src} alt="" size={72} />
        <Stack gap={2} miw={0}>
          <strong>
            {quantity} × {request.productName}
          </strong>
          {attributeDescription && <span>{attributeDescription}</span>}
          {request.designs.map((design) => (
            <span key={design}>{design}</span>
          ))}
          <Text span c="dimmed">
            {request.sku}
          </Text>
          <span>
            {request.returnReason}
            {describeFit(request)}
          </span>
          {exchangeChain.length > 0 && (
            <Text span c="dimmed">
              Exchanges: {exchangeChain.map((step) => `${step.attributeDescription} (order ${step.orderId})`).join(' → ')}
            </Text>
          )}
        </Stack>
      </div>
      <p className={css.wish}>Requested action: {describeWish(request)}</p>
      {comments && <blockquote className={css.quote}>{comments}</blockquote>}
    </Card>
  );
}

/** ". Too small at chest and shoulders"; empty when nothing was said about the fit. */
function describeFit({ fit, fitPlaces }: OperatorReturn): string {
  if (fit === null) return '';
  const places = fitPlaces.map((place) => (PLACE_LABELS[place] ?? place).toLowerCase());
  return `. ${fit === 'tooSmall' ? 'Too small' : 'Too large'}${places.length > 0 ? ` at ${places.join(', ')}` : ''}`;
}

const describeWish = ({ returnAction, exchangeDescription, exchangeOrderId }: OperatorReturn) =>
  exchangeDescription === null ? returnAction : `${returnAction}: ${exchangeDescription}, order ${exchangeOrderId}`;

/** Who asked, when, and what has happened since. */
export function ReturnAbout({ request }: { request: OperatorReturn }) {
  const { customer, wearerName, receivedQuantity, condition } = request;
  const person = `${customer.firstName} ${customer.lastName}`.trim();
  const facts: [string, ReactNode][] = [
    ['Organisation', request.organisation.name],
    ['Person', person],
    ['Email', customer.email],
    ['Wearer', wearerName === person ? null : wearerName],
    [
      'Order',
      <Link key="order" to={operatorPaths.order(request.orderId)}>
        {request.orderId}
      </Link>,
    ],
    [
      'Order of the new size',
      request.exchangeOrderId !== null && (
        <Link key="exchange" to={operatorPaths.order(request.exchangeOrderId)}>
          {request.exchangeOrderId}
        </Link>
      ),
    ],
    ['Requested', formatDateTime(request.createdOnUtc)],
    ['New size reserved until', request.reservedUntilUtc && formatDate(request.reservedUntilUtc)],
    [
      'Received',
      request.receivedOnUtc &&
        `${formatDateTime(request.receivedOnUtc)}: ${plural(receivedQuantity ?? 0, 'piece')}, ${CONDITIONS.find(({ id }) => id === condition)?.label.toLowerCase()}`,
    ],
    ['Back in stock', request.restockedQuantity > 0 ? plural(request.restockedQuantity, 'piece') : null],
    ['New size sent', request.exchangeSentOnUtc && formatDate(request.exchangeSentOnUtc)],
    [
      'Credited',
      request.refundedAmount === null ? null : `${formatMoney(request.refundedAmount, request.currencyCode)} including tax`,
    ],
    ['Message to the wearer', request.decisionReason],
  ];
  return (
    <Stack component="aside" miw={0} aria-label="About this return">
      <Card title="About this return">
        <Stack component="dl" gap={10}>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <Text component="dt" size="sm" c="dimmed">
                  {name}
                </Text>
                <dd>{value}</dd>
              </div>
            ))}
        </Stack>
      </Card>
    </Stack>
  );
}
