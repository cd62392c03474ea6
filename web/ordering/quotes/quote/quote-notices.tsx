import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { orderingPermissions, useHasPermission } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describeValidity, formatQuotePerson, type Quote } from '../quote-status.ts';
import { ChangeOwner } from './change-owner.tsx';
import css from './quote.module.css';

/** Where a quote is, what happens next, and what the reader can do. */
export const QuoteNotices = ({ quote }: { quote: Quote }) => (
  <>
    {quote.customerHasLeft && quote.canGiveAway && !isClosed(quote) && (
      <Notice tone="warning" actions={<ChangeOwner quote={quote} />}>
        <strong>{formatQuotePerson(quote)} can no longer log in.</strong> Name another owner, so that someone can accept or
        decline this quote.
      </Notice>
    )}
    <Progress quote={quote} />
  </>
);

const isClosed = ({ status }: Quote) => status === 'Declined' || status === 'Expired';

function Progress({ quote }: { quote: Quote }) {
  const isJustSent = useLocation().state?.isRequested === true;
  const { status, isOwn, canAccept, refusal } = quote;
  if (status === 'Declined') return <Declined quote={quote} />;
  if (canAccept)
    return (
      <Notice>
        <strong>
          {status === 'Quoted' ? 'Your supplier has answered.' : 'Some pieces of this quote can still be accepted.'}
        </strong>{' '}
        Prices are valid until {describeValidity(quote)}. You can accept all lines or some of them.
      </Notice>
    );
  if (refusal)
    return (
      <Notice tone={status === 'Accepted' ? 'info' : 'warning'} actions={isOwn && <AskAgain quote={quote} />}>
        {refusal}
      </Notice>
    );
  if (status !== 'Submitted' && status !== 'InReview') return null;
  return (
    <Notice tone={isJustSent ? 'success' : 'info'} {...(isJustSent && { role: 'status' })}>
      {isJustSent && <strong>Your request has been sent. </strong>}
      {status === 'InReview' ? 'Your supplier is preparing the answer.' : 'Your supplier will answer with prices and lead times.'}{' '}
      {isOwn
        ? 'We’ll email you when it arrives. Until then you can write to your supplier, add files or withdraw the request.'
        : `We’ll email ${formatQuotePerson(quote)} when it arrives.`}
    </Notice>
  );
}

/** Who ended it, and why. */
function Declined({ quote }: { quote: Quote }) {
  const { declinedBy, declineReason, isOwn } = quote;
  const person = isOwn ? 'You' : formatQuotePerson(quote);
  const sentence: ReactNode =
    declinedBy === 'supplier'
      ? 'Your supplier declined this request.'
      : declinedBy === 'withdrawn'
        ? `${person} withdrew this request before it was answered.`
        : `${person} declined this quote.`;
  return (
    <Notice tone={declinedBy === 'supplier' ? 'warning' : 'info'} actions={isOwn && <AskAgain quote={quote} />}>
      <strong>{sentence}</strong>
      {declineReason && <blockquote className={css.reason}>{declineReason}</blockquote>}
    </Notice>
  );
}

/** A new request that begins with what was asked for. */
const AskAgain = ({ quote }: { quote: Quote }) =>
  useHasPermission(...orderingPermissions) && (
    <Button component={Link} to={paths.quoteNew({ like: quote.id })} size="compact-sm" variant="default">
      Ask again
    </Button>
  );
