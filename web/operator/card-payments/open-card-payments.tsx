import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryString } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';

/** Payments by card that need an operator: held ones, refused refunds and disputes. Nothing without any, and for operators who do not see them. */
export function OpenCardPayments() {
  const maySee = useMay('invoices:read');
  const { data } = useQuery({ ...operatorQuery('GET /api/operator/cardpayments', { query: { limit: 1 } }), enabled: maySee });
  if (!data) return null;
  const { held, refusedRefunds, openDisputes } = data.counts;
  const parts = [
    { part: 'held', count: held, text: `${plural(held, 'payment')} to decide on` },
    { part: 'refused', count: refusedRefunds, text: plural(refusedRefunds, 'refused refund') },
    { part: 'disputed', count: openDisputes, text: plural(openDisputes, 'dispute') },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={parts.map(({ part, text }) => (
        <Link key={part} to={operatorPaths.cardPayments + queryString({ attention: part })}>
          {text}
        </Link>
      ))}
    >
      <strong>Card payments need your attention.</strong> {held > 0 && 'Orders whose payment is held are not sent.'}
    </Notice>
  );
}
