import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorApi } from '../session/operator-api.ts';
import { DeliveriesForm } from './deliveries-form.tsx';
import { invalidateStock } from './invalidate-stock.ts';
import css from './stock-garment.module.css';

type Stock = ReplyOf<'GET /api/operator/stock/:combinationId'>['stock'];
type Delivery = Stock['deliveries'][number];

/** The deliveries that are expected of a garment: entered, changed and cancelled. */
export function ExpectedDeliveries({ stock, mayWrite }: { stock: Stock; mayWrite: boolean }) {
  const [open, setOpen] = useState<'new' | Delivery>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Expected deliveries"
      action={
        mayWrite && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('new')}>
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
                <Button size="compact-sm" variant="default" onClick={() => setOpen(delivery)}>
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
        {open !== undefined && open !== 'new' && <DeliveryForm key={open.id} delivery={open} stock={stock} onClose={close} />}
      </Dialog>
    </Card>
  );
}

function DeliveryForm({ delivery, stock, onClose }: { delivery: Delivery; stock: Stock; onClose: () => void }) {
  const client = useQueryClient();
  const maySeeOrders = useMay('orders:write');
  const navigate = useNavigate();
  const waits = stock.available < 0;
  const backOrders = `${operatorPaths.backOrders}?q=${encodeURIComponent(stock.sku ?? '')}`;
  const finish = async (message: string, isMoved = false) => {
    // Customers are told by promising their orders another day.
    const action = { label: 'Tell customers who wait', run: () => void navigate(backOrders) };
    showSuccess(message, isMoved && waits && maySeeOrders ? { action } : {});
    onClose();
    await invalidateStock(client);
  };
  const form = useEntityForm<{ quantity: string; dueOn: string; reference: string }, unknown>({
    draftKey: `delivery.${delivery.id}`,
    saved: { quantity: String(delivery.quantity), dueOn: delivery.dueOn, reference: delivery.reference ?? '' },
    version: delivery.version,
    validate: ({ quantity, dueOn }) => ({
      ...(!(/^\d{1,7}$/.test(quantity) && Number(quantity) >= 1 && Number(quantity) <= 1_000_000) && {
        quantity: 'Enter a number of pieces from 1.',
      }),
      ...(dueOn === '' && { dueOn: 'Enter the day.' }),
    }),
    save: ({ values, expectedVersion }) =>
      operatorApi('PUT /api/operator/stock/deliveries/:id', {
        params: { id: delivery.id },
        body: {
          quantity: Number(values.quantity),
          dueOn: values.dueOn,
          reference: values.reference.trim() || null,
          version: expectedVersion,
        },
      }),
    onUnchanged: onClose,
    onSaved: async () => {
      await finish('The delivery has been changed.', form.values.dueOn !== delivery.dueOn);
    },
  });
  const cancelling = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/stock/deliveries/:id', { params: { id: delivery.id } }),
    onSuccess: () => finish('The delivery has been cancelled.'),
    onError: (error) => showError(error),
  });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <TextInput label="Pieces" inputMode="numeric" maxLength={7} {...form.getInputProps('quantity')} />
      <TextInput label="Day" type="date" {...form.getInputProps('dueOn')} />
      <TextInput label="Reference (optional)" maxLength={100} {...form.getInputProps('reference')} />
      {waits && (
        <Notice tone="warning">
          Orders wait for this garment, and keep the day that they were promised.{' '}
          {maySeeOrders && (
            <>
              Tell their customers another day under <Link to={backOrders}>Back orders</Link>.
            </>
          )}
        </Notice>
      )}
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
