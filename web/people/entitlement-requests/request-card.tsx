import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { describeMore } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { formatAmount, formatLongDay } from '#web/entitlement/reasoning.ts';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { CardFacts } from '../card-facts.tsx';
import card from '../card-list.module.css';
import { DecideDialog } from './decide-dialog.tsx';
import css from './requests.module.css';
import { type EntitlementRequest, formatWearerName } from './use-decisions.ts';

const BADGES: Readonly<Record<EntitlementRequest['status'], [label: string, tone: Tone]>> = {
  open: ['Waiting', 'warning'],
  granted: ['Granted', 'success'],
  declined: ['Declined', 'danger'],
  withdrawn: ['Withdrawn', 'neutral'],
  expired: ['Expired', 'neutral'],
};
const UNDONE_BADGE = ['Grant undone', 'neutral'] as const;

interface Props {
  request: EntitlementRequest;
  currencyCode: string;
  /** Called once the request is decided, before its card disappears. */
  onDecided: () => void;
}

/** A request for more: who asks for what and why, what is left, and the decision. */
export function RequestCard({ request, currencyCode, onDecided }: Props) {
  const { status, customer, reason, collectionName, seasonName, balance, unit, grantedAmount, decisionBlocker } = request;
  const [isDeciding, setDeciding] = useState(false);
  const name = formatWearerName(request);
  const [label, tone] = request.undoneOnUtc === null ? BADGES[status] : UNDONE_BADGE;
  const format = (amount: number) => formatAmount(amount, unit, currencyCode);
  return (
    <li className={card.card}>
      <div className={card.head}>
        <div className={card.who}>
          <h2 className={card.name} tabIndex={-1}>
            {name} asks for {describeMore(request, request.amount, currencyCode)}
          </h2>
          <p className={card.muted}>
            <Link to={paths.person(customer.id)}>{customer.email}</Link>
            {` · ${[collectionName, seasonName].filter(Boolean).join(', ')}`}
          </p>
        </div>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      {reason && <blockquote className={css.quote}>{reason}</blockquote>}
      <CardFacts
        facts={[
          [
            'Left now',
            balance.left !== null && balance.granted !== null && `${format(balance.left)} of ${format(balance.granted)}`,
          ],
          ['Decide until', status === 'open' && formatLongDay(request.expiresOn)],
          ['Granted', grantedAmount !== null && format(grantedAmount)],
          ['Message', request.decisionReason],
        ]}
      />
      <p className={card.muted}>{describeTimes(request)}</p>
      {decisionBlocker && <p className={card.muted}>{decisionBlocker}</p>}
      {status === 'open' && !decisionBlocker && (
        <div className={card.actions}>
          <Button aria-haspopup="dialog" aria-label={`Decide on the request of ${name}`} onClick={() => setDeciding(true)}>
            Decide
          </Button>
        </div>
      )}
      {isDeciding && (
        <DecideDialog request={request} currencyCode={currencyCode} onClose={() => setDeciding(false)} onDecided={onDecided} />
      )}
    </li>
  );
}

/** When it was sent, closed and undone, and by whom. */
function describeTimes({ status, createdOnUtc, closedOnUtc, decidedBy, undoneOnUtc, undoneBy }: EntitlementRequest): string {
  const describe = (what: string, utc: string | null, by: string | null) =>
    utc === null ? [] : [`${what} ${formatDateTime(utc)}${by ? ` by ${by}` : ''}`];
  return [
    ...describe('Requested', createdOnUtc, null),
    ...describe(BADGES[status][0], closedOnUtc, decidedBy),
    ...describe('Undone', undoneOnUtc, undoneBy),
  ].join(' · ');
}
