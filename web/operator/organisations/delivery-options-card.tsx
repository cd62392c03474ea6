import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorQuery } from '../session/operator-api.ts';
import { DeliveryOptionForm, type DeliverySettings, type KeptDelivery, nameRoles } from './delivery-option-form.tsx';
import css from './organisations.module.css';

/** The ways of delivery of an organisation, and who may choose which. */
export function DeliveryOptionsCard({ organisationId }: { organisationId: number }) {
  const { data, error, refetch } = useQuery(
    operatorQuery('GET /api/operator/organisations/:id/deliveryoptions', { params: { id: organisationId } }),
  );
  const [editedId, setEditedId] = useState<number | 'new'>();
  const settings = data?.deliveryOptions;
  const edited = settings?.options.find(({ id }) => id === editedId);
  const isOpen = editedId === 'new' || edited !== undefined;
  const close = () => setEditedId(undefined);
  return (
    <Card
      title="Delivery options"
      action={
        settings && (
          <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setEditedId('new')}>
            Add delivery option
          </Button>
        )
      }
    >
      {settings ? (
        <Stack>
          <Text size="sm" c="dimmed">
            Wearers who see no prices are offered only the default.
          </Text>
          <Stack component="ul" gap={0} role="list" aria-label="Delivery options" className={css.options}>
            {settings.options.map((option) => (
              <Option key={option.id} option={option} settings={settings} onEdit={() => setEditedId(option.id)} />
            ))}
          </Stack>
        </Stack>
      ) : error ? (
        <ErrorState title="The delivery options could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the delivery options">
          <SkeletonRows rows={3} height={48} />
        </Loading>
      )}
      {settings && (
        <Dialog
          opened={isOpen}
          onClose={close}
          title={editedId === 'new' ? 'Add delivery option' : (edited?.name ?? '')}
          closeLabel="Close delivery option"
        >
          {isOpen && (
            <DeliveryOptionForm
              key={edited?.id ?? 0}
              organisationId={organisationId}
              settings={settings}
              option={edited}
              onClose={close}
            />
          )}
        </Dialog>
      )}
    </Card>
  );
}

interface OptionProps {
  option: KeptDelivery;
  settings: DeliverySettings;
  onEdit: () => void;
}

/** "£4.95, free from £75.00 · 3 working days · cut-off 14:00". */
function describeTerms({ rate, freeFrom, transitDays, cutOff, kind, collectFrom }: KeptDelivery, currencyCode: string): string {
  const money = (amount: number) => formatMoney(amount, currencyCode);
  const price =
    rate === 0 ? 'Free' : [money(rate), freeFrom !== null && `free from ${money(freeFrom)}`].filter(Boolean).join(', ');
  return [
    price,
    transitDays !== null && transitDays > 0 && plural(transitDays, 'working day'),
    cutOff !== null && `cut-off ${cutOff}`,
    kind === 'collected' && `collected from ${collectFrom}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const Option = ({ option, settings, onEdit }: OptionProps) => (
  <li className={css.option}>
    <div>
      <strong>{option.name}</strong> {option.isDefault && <StatusBadge tone="info">Default</StatusBadge>}
      {!option.isOffered && <StatusBadge tone="neutral">Not offered</StatusBadge>}
      <Text size="sm" c="dimmed">
        {describeTerms(option, settings.currencyCode)}
      </Text>
      <Text size="sm" c="dimmed">
        For {option.roleIds.length === 0 ? 'everyone' : nameRoles(option.roleIds, settings.roles)}
      </Text>
    </div>
    <RowButton aria-label={`Edit ${option.name}`} aria-haspopup="dialog" onClick={onEdit}>
      Edit
    </RowButton>
  </li>
);
