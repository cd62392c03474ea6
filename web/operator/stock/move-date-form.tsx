import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatDueDay } from '../fulfilment/fulfilment-dates.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { type BackOrder, groupByOrder } from './back-order-filters.ts';
import css from './stock.module.css';

interface Props {
  garment: BackOrder;
  onDone: () => void;
  onCancel: () => void;
}

const getToday = () => new Date().toISOString().slice(0, 10);

/** Promises the waiting pieces of a garment for another day. All its lines are chosen at first. */
export function MoveDateForm({ garment, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(garment.lines.map(({ orderItemId }) => orderItemId)));
  const [dueOn, setDueOn] = useState(garment.expected.find((each) => each.dueOn >= getToday())?.dueOn ?? '');
  const [reason, setReason] = useState('');
  const orders = groupByOrder(garment.lines, chosen);
  const isPast = dueOn !== '' && dueOn < getToday();
  const moving = useMutation({
    mutationFn: async () => {
      let done = 0;
      for (const [id, lineIds] of orders) {
        try {
          await operatorApi('PUT /api/operator/orders/:id/lines/due', {
            params: { id },
            body: { items: lineIds.map((lineId) => ({ id: lineId, dueOn })), reason: reason.trim() || null },
          });
        } catch (error) {
          const why = error instanceof Error ? error.message : '';
          throw new Error(
            `The date of order ${id} was not changed. ${why}${done > 0 ? ` ${plural(done, 'order')} before it changed.` : ''}`,
          );
        }
        done += 1;
      }
      return done;
    },
    onSuccess: (done) => {
      showSuccess(`The date of ${plural(done, 'order')} has been changed. The customers have been told.`);
      onDone();
    },
    onSettled: () => invalidateOperatorCalls(client, 'GET /api/operator/stock/backorders', 'GET /api/operator/orders'),
  });
  const blocker =
    orders.length === 0
      ? 'Select at least one order.'
      : dueOn === ''
        ? 'Enter the day.'
        : isPast
          ? 'The day must not be in the past.'
          : undefined;
  return (
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {moving.error && (
        <Notice tone="danger" role="alert">
          {moving.error.message}
        </Notice>
      )}
      <div className={css.choices}>
        {garment.lines.map(({ orderItemId, orderId, organisationName, destinationName, waitingQuantity, dueOn: day }) => (
          <Checkbox
            key={orderItemId}
            name={`line-${orderItemId}`}
            checked={chosen.has(orderItemId)}
            onChange={(checked) => {
              const next = new Set(chosen);
              if (checked) next.add(orderItemId);
              else next.delete(orderItemId);
              setChosen(next);
            }}
          >
            Order {orderId}: {plural(waitingQuantity, 'piece')}, {day ? formatDueDay(day) : 'no day'}
            <span className={css.muted}>
              {destinationName}, {organisationName}
            </span>
          </Checkbox>
        ))}
      </div>
      <TextInput
        type="date"
        label="New day"
        min={getToday()}
        value={dueOn}
        error={isPast ? 'The day must not be in the past' : undefined}
        onChange={(event) => setDueOn(event.currentTarget.value)}
      />
      <Textarea
        label="Reason (optional)"
        description="The customers read it in the email and in the order."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {blocker === undefined && (
        <p>
          {plural(orders.length, 'order')} will be promised for {formatDueDay(dueOn)}, and {orders.length === 1 ? 'its' : 'their'}{' '}
          customers told by email. A later day does not change an order’s place in the queue.
        </p>
      )}
      <div className={css.buttons}>
        <BlockableButton blocker={blocker} loading={moving.isPending} onClick={() => moving.mutate()}>
          Promise this day
        </BlockableButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
