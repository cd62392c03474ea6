import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { orderingPermissions, useHasPermission } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { describeValidity, formatQuotePerson, type Quote } from '../quote-status.ts';
import css from './quote.module.css';

/** Where a quote is, what happens next, and what the reader can do. */
export function QuoteNotices({ quote }: { quote: Quote }) {
  const isJustSent = useLocation().state?.isRequested === true;
  const { status, isOwn, canAccept, refusal } = quote;
  if (status === 'Submitted' || status === 'InReview')
    return (
      <Notice tone={isJustSent ? 'success' : 'info'} role={isJustSent ? 'status' : undefined}>
        {isJustSent && <strong>Your request has been sent. </strong>}
        {status === 'InReview'
          ? 'Your supplier is preparing the answer.'
          : 'Your supplier will answer with prices and lead times.'}{' '}
        {isOwn
          ? 'We’ll email you when it is here. Until then you can write to your supplier, add files or withdraw the request.'
          : `${formatQuotePerson(quote)} will be emailed when it is here.`}
      </Notice>
    );
  if (status === 'Declined') return <Declined quote={quote} />;
  if (status === 'Expired')
    return (
      <Notice tone="warning" actions={<AskAgain quote={quote} />}>
        <strong>The prices ended on {describeValidity(quote)}.</strong> {refusal ?? 'Ask again to get new prices.'}
      </Notice>
    );
  if (canAccept)
    return (
      <Notice>
        <strong>{status === 'Quoted' ? 'Your supplier has answered.' : 'Something of this quote can still be accepted.'}</strong>{' '}
        You can accept all lines or some of them until {describeValidity(quote)}.
      </Notice>
    );
  if (refusal)
    return (
      <Notice
        tone={status === 'Accepted' ? 'info' : 'warning'}
        actions={isOwn && status === 'Quoted' && <AskAgain quote={quote} />}
      >
        {refusal}
      </Notice>
    );
  return isOwn ? null : (
    <Notice>
      {status === 'Quoted'
        ? `Your supplier has answered. ${formatQuotePerson(quote)} can accept it until ${describeValidity(quote)}.`
        : `${formatQuotePerson(quote)} has accepted this quote, at least in part.`}
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
