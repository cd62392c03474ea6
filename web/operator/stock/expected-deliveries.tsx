import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorApi, operatorQuery } from '../session/operator-api.ts';
import { DeliveriesForm } from './deliveries-form.tsx';
import { invalidateStock } from './invalidate-stock.ts';
import css from './stock-garment.module.css';

type Stock = ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'];
type Delivery = Stock['deliveries'][number];

interface DeliveryValues {
  quantity: string;
  dueOn: string;
  reference: string;
}

/** Lines of orders that are named. */
const MAX_SHOWN = 5;
const isQuantity = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000;

/** The deliveries that are expected of a garment: entered, changed and cancelled. */
export function ExpectedDeliveries({ stock, mayWrite }: { stock: Stock; mayWrite: boolean }) {
  const [open, setOpen] = useState<'new' | Delivery>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Expected deliveries"
      action={
        mayWrite && (
          <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen('new')}>
            Enter
          </Button>
        )
      }
    >
      {stock.deliveries.length === 0 ? (
        <p className={css.note}>No delivery is expected.</p>
      ) : (
        <Stack component="ul" gap={0} role="list" className="divided" aria-label="Expected deliveries">
          {stock.deliveries.map((delivery) => (
            <li key={delivery.id} className={css.row}>
              <span>
                {plural(delivery.quantity, 'piece')} on {formatShortDay(delivery.dueOn)}
                {delivery.reference !== null && <span className={css.quiet}>{delivery.reference}</span>}
              </span>
              {mayWrite && (
                <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpen(delivery)}>
                  Change<VisuallyHidden> the delivery on {formatShortDay(delivery.dueOn)}</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </Stack>
      )}
      <Dialog opened={open === 'new'} onClose={close} title="Expected deliveries" closeLabel="Close">
        <DeliveriesForm code={stock.sku ?? ''} onClose={close} />
      </Dialog>
      <Dialog opened={open !== undefined && open !== 'new'} onClose={close} title="Change delivery" closeLabel="Close">
        {open !== undefined && open !== 'new' && <DeliveryForm key={open.id} delivery={open} onClose={close} />}
      </Dialog>
    </Card>
  );
}

function DeliveryForm({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const client = useQueryClient();
  const [tellsWaiting, setTellsWaiting] = useState(true);
  const finish = async (message: string, promisedOrders: number) => {
    showSuccess(
      promisedOrders === 0 ? message : `${message} ${plural(promisedOrders, 'order is', 'orders are')} promised another date.`,
    );
    onClose();
    await invalidateStock(client);
  };
  const form = useEntityForm<DeliveryValues, ReplyOf<'PUT /api/operator/stock/deliveries/:id'>>({
    draftKey: `delivery.${delivery.id}`,
    saved: { quantity: String(delivery.quantity), dueOn: delivery.dueOn, reference: delivery.reference ?? '' },
    version: delivery.version,
    validate: ({ quantity, dueOn }) => ({
      ...(!isQuantity(quantity) && { quantity: 'Enter a number of pieces from 1.' }),
      ...(dueOn === '' && { dueOn: 'Enter the day.' }),
    }),
    save: ({ values, expectedVersion }) =>
      operatorApi('PUT /api/operator/stock/deliveries/:id', {
        params: { id: delivery.id },
        body: {
          quantity: Number(values.quantity),
          dueOn: values.dueOn,
          reference: values.reference.trim() || null,
          tellsWaiting,
          version: expectedVersion,
        },
      }),
    onUnchanged: onClose,
    onSaved: ({ promisedOrders }) => finish('The delivery has been changed.', promisedOrders),
  });
  const cancelling = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/stock/deliveries/:id', { params: { id: delivery.id } }),
    onSuccess: ({ promisedOrders }) => finish('The delivery has been cancelled.', promisedOrders),
    onError: (error) => showError(error),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput label="Pieces" inputMode="numeric" maxLength={7} {...form.getInputProps('quantity')} />
      <DateField label="Day" {...form.getInputProps('dueOn')} />
      <TextInput label="Reference (optional)" maxLength={100} {...form.getInputProps('reference')} />
      <MovedPromises delivery={delivery} values={form.values} tellsWaiting={tellsWaiting} onTell={setTellsWaiting} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
        more={
          <Button variant="default" color="red" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            Cancel delivery
          </Button>
        }
        cancelLabel="Close"
      >
        Save delivery
      </FormButtons>
    </StackedForm>
  );
}

interface MovedPromisesProps {
  delivery: Delivery;
  values: DeliveryValues;
  tellsWaiting: boolean;
  onTell: (tells: boolean) => void;
}

/** Which orders a changed delivery concerns, and whether they are told; nothing where it concerns none. */
function MovedPromises({ delivery, values: { dueOn, quantity }, tellsWaiting, onTell }: MovedPromisesProps) {
  const isChanged = dueOn !== delivery.dueOn || quantity !== String(delivery.quantity);
  const isComplete = dueOn !== '' && isQuantity(quantity);
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/stock/deliveries/:id/promises', {
      params: { id: delivery.id },
      query: { dueOn, quantity: Number(quantity) },
    }),
    enabled: isChanged && isComplete,
  });
  if (!isChanged || !data) return null;
  const orders = new Set(data.promises.map(({ orderId }) => orderId)).size + data.otherOrders;
  if (orders === 0 && data.uncovered === 0) return null;
  return (
    <>
      {orders > 0 && (
        <>
          <Checkbox name="tellsWaiting" checked={tellsWaiting} onChange={onTell}>
            Promise {plural(orders, 'order')} the new day, and tell their people by email
          </Checkbox>
          <ul className={`${css.list} divided`} aria-label="Orders with a new promised date">
            {data.promises.slice(0, MAX_SHOWN).map((each) => (
              <li key={each.orderItemId} className={css.row}>
                <span>
                  {each.orderId} · {each.organisationName}
                </span>
                <span>
                  {plural(each.quantity, 'piece')}: {formatShortDay(each.dueOn)} instead of {formatShortDay(each.before)}
                </span>
              </li>
            ))}
          </ul>
          {data.promises.length > MAX_SHOWN && (
            <p className={css.note}>And {plural(data.promises.length - MAX_SHOWN, 'more line', 'more lines')}.</p>
          )}
        </>
      )}
      {data.uncovered > 0 && (
        <Notice tone="warning">
          {plural(data.uncovered, 'piece on back order comes', 'pieces on back order come')} with no delivery. Their promised
          dates stay as they are.
        </Notice>
      )}
    </>
  );
}
