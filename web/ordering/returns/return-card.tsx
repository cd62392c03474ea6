import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { ExchangeChain } from './exchange-chain.tsx';
import { hasLabel, LabelButton } from './label-button.tsx';
import { describeReturnStatus, type ReturnRequest } from './return-status.ts';
import css from './returns.module.css';

interface Props {
  request: ReturnRequest;
  /** The person of the order; left out in one's own list. */
  ownerId?: number;
  withOrder?: boolean;
}

/** A return request: what is returned, what happens with it, and cancelling it. */
export function ReturnCard({ request, ownerId, withOrder = false }: Props) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api('POST /api/returnrequest/:id/cancel', { params: { id: request.id } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg ?? '');
      return invalidateCalls(client, 'GET /api/customerreturnrequests', 'GET /api/orders', 'GET /api/orders/:id');
    },
    onError: (error) => showError(error),
  });
  const profile = useProfile();
  // Others who see the order do not send the parcel.
  const isLabelShown = hasLabel(request) && (withOrder || profile?.id === ownerId);
  const status = describeReturnStatus(request);
  const { exchangeDescription, exchangeOrderId } = request;
  return (
    <article className={css.request} aria-label={`Return ${request.customNumber}`}>
      <Picture src={request.images[0]?.src} alt="" size={56} />
      <div className={css.text}>
        <div className={css.head}>
          <strong className="figures">{request.customNumber}</strong>
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </div>
        <span>{request.productName}</span>
        <span className={css.muted}>
          {[request.attributeDescription, plural(request.quantity, 'piece')].filter(Boolean).join(' · ')}
        </span>
        <span className={css.muted}>
          {request.returnAction}: {request.returnReason.toLowerCase()}
        </span>
        {exchangeDescription !== null && exchangeOrderId !== null && request.exchangeChain.length === 0 && (
          <span>
            Exchanged for {exchangeDescription}: <Link to={paths.order(exchangeOrderId)}>order {exchangeOrderId}</Link>
          </span>
        )}
        {request.exchangeChain.length > 0 && <ExchangeChain steps={request.exchangeChain} shownId={request.orderItemId} />}
        {request.reservedUntilUtc && (
          <span>
            Reserved until {formatDate(request.reservedUntilUtc)}. Please send the pieces back by then, with the label or the
            number {request.customNumber} on the parcel.
          </span>
        )}
        {request.comments && <span className={css.muted}>{request.comments}</span>}
        {request.files.length > 0 && (
          <span className={css.muted}>
            {plural(request.files.length, 'file')}: {request.files.map(({ filename }) => filename).join(', ')}
          </span>
        )}
        {request.decisionReason && <span>Reason: {request.decisionReason}</span>}
        <span className={css.muted}>
          {withOrder && (
            <>
              <Link to={paths.order(request.orderId)}>Order {request.orderId}</Link> ·{' '}
            </>
          )}
          {formatDate(request.createdOnUtc)}
        </span>
        {(request.cancelAllowed || isLabelShown) && (
          <div className={css.actions}>
            {isLabelShown && <LabelButton request={request} />}
            {request.cancelAllowed && (
              <Button
                variant="default"
                loading={cancel.isPending}
                aria-label={`Cancel request ${request.customNumber}`}
                onClick={() => cancel.mutate()}
              >
                Cancel request
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}
