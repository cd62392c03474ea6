import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { describeReturnStatus, type ReturnRequest } from './return-status.ts';
import css from './returns.module.css';

/** A return request: what is returned, what happens with it, and cancelling it. */
export function ReturnCard({ request, withOrder = false }: { request: ReturnRequest; withOrder?: boolean }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api('POST /api/returnrequest/:id/cancel', { params: { id: request.id } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg ?? '');
      return invalidateCalls(client, 'GET /api/customerreturnrequests', 'GET /api/orders', 'GET /api/orders/:id');
    },
    onError: (error) => showError(error),
  });
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
        {exchangeDescription !== null && exchangeOrderId !== null && (
          <span>
            Exchanged for {exchangeDescription}: <Link to={paths.order(exchangeOrderId)}>order {exchangeOrderId}</Link>
          </span>
        )}
        {request.reservedUntilUtc && (
          <span>
            Reserved until {formatDate(request.reservedUntilUtc)}. Please write {request.customNumber} on the parcel and send the
            pieces back by then.
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
        {request.cancelAllowed && (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              loading={cancel.isPending}
              aria-label={`Cancel ${request.customNumber}`}
              onClick={() => cancel.mutate()}
            >
              Cancel request
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
