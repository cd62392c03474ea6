import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import { invalidateStock } from './invalidate-stock.ts';
import css from './stock-garment.module.css';

type Stock = ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'];
type Change = ReplyOf<'GET /api/operator/stock/:combinationId/priority/:orderItemId'>['changes'][number];

interface Props {
  stock: Stock;
  /** The line that waits. */
  reservation: Stock['reservations'][number];
  onClose: () => void;
}

/** Gives an order pieces on hand before others that were promised earlier, after showing who loses them. */
export function PriorityForm({ stock, reservation: { orderId, orderItemId }, onClose }: Props) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const params = { combinationId: stock.id, orderItemId };
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/:combinationId/priority/:orderItemId', { params }),
    // What is decided must not change under the operator's hands.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  const next = useMemo(() => stock.deliveries.find(({ dueOn }) => dueOn >= toIsoDay(new Date()))?.dueOn ?? '', [stock]);
  const form = useEntityForm<
    { reason: string; dueOn: string },
    ReplyOf<'POST /api/operator/stock/:combinationId/priority/:orderItemId'>
  >({
    draftKey: `give-first.${orderItemId}`,
    saved: { reason: '', dueOn: next },
    validate: ({ reason, dueOn }) => ({
      ...(reason.trim() === '' && { reason: 'Say why.' }),
      ...(dueOn !== '' && dueOn < toIsoDay(new Date()) && { dueOn: 'The day must not be in the past.' }),
    }),
    save: ({ values: { reason, dueOn } }) => {
      const body = { reason: reason.trim(), dueOn: dueOn || null, fingerprint: data?.fingerprint ?? null };
      return operatorApi('POST /api/operator/stock/:combinationId/priority/:orderItemId', { params, body, headers: keyOf(body) });
    },
    onSaved: async ({ msg }) => {
      showSuccess(msg ?? `Order ${orderId} gets pieces first.`);
      form.discard();
      onClose();
      await invalidateStock(client);
    },
  });
  if (!data)
    return error ? (
      <ErrorState title="Pieces cannot be given to this order now." error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} height={44} />
    );
  const [gaining, ...losing] = data.changes;
  const isPicking = losing.filter((change) => change.isPicking).map((change) => change.orderId);
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      {gaining && (
        <p>
          Order {gaining.orderId} can then be sent {plural(gaining.after, 'piece')},{' '}
          {gaining.before === 0 ? 'none' : gaining.before} now.
        </p>
      )}
      <ul className={`${css.list} divided`} aria-label="Orders that lose pieces">
        {losing.map((change) => (
          <li key={change.orderItemId} className={css.row}>
            <span>
              {change.orderId} · {change.organisationName}
              {change.dueOn !== null && <span className={css.quiet}>promised for {formatShortDay(change.dueOn)}</span>}
            </span>
            <strong>{describeLoss(change)}</strong>
          </li>
        ))}
      </ul>
      {isPicking.length > 0 && (
        <Notice tone="warning">
          The warehouse has started to pick {isPicking.length === 1 ? 'order' : 'orders'} {isPicking.join(', ')}: tell it to put
          the pieces back.
        </Notice>
      )}
      <DateField
        label="New date for orders that lose pieces (optional)"
        description="Their customers get an email with this date. Leave blank to keep their promised dates."
        min={toIsoDay(new Date())}
        {...form.getInputProps('dueOn')}
      />
      <Textarea
        label="Reason"
        description="Kept in the audit log. Customers do not see it."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Give pieces first
      </FormButtons>
    </StackedForm>
  );
}

const describeLoss = ({ before, after }: Change) => `loses ${before - after} of ${plural(before, 'piece')}`;
