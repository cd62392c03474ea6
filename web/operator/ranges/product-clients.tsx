import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { AddClients } from './add-clients.tsx';
import css from './clients.module.css';
import { MadeForForm } from './made-for-form.tsx';
import { describeLimits, describeOwnNames, type RangeClient, type RangedProduct, rangeClientsQuery } from './range-client.ts';
import { RangeClientDialog } from './range-client-dialog.tsx';

/** Clients that are shown before the others are asked for. */
const SHOWN = 8;

interface Props {
  product: RangedProduct;
  /** Whether the operator may change ranges of clients. */
  mayChange: boolean;
}

/**
 * Which clients have a product in the range, and whom it is made for: to read, and to change. Those of other brands have no names here. Not drawn again with
 * each key that is typed into the form beside it.
 */
export const ProductClients = memo(function ProductClients({ product, mayChange }: Props) {
  const { data, error, refetch } = useQuery(rangeClientsQuery(product.id));
  const [open, setOpen] = useState<'add' | 'madeFor' | RangeClient>();
  const close = () => setOpen(undefined);
  const [isLong, setLong] = useState(false);
  const isOnSale = product.state === 'published';
  const clients = data?.clients ?? [];
  const shown = isLong ? clients : clients.slice(0, SHOWN);
  return (
    <Card title="Clients">
      {data ? (
        <>
          <ClientList clients={shown} onOpen={mayChange ? setOpen : undefined} />
          {shown.length < clients.length && (
            <RowButton onClick={() => setLong(true)}>Show all {clients.length} clients</RowButton>
          )}
          {clients.length + data.otherClients === 0 && <p>No client has it in the range yet.</p>}
          {data.otherClients > 0 && (
            <p>
              {clients.length > 0 ? 'And ' : ''}
              {plural(data.otherClients, 'client')} of other brands
            </p>
          )}
        </>
      ) : error ? (
        <ErrorState title="The clients could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the clients">
          <SkeletonText lines={3} />
        </Loading>
      )}
      {product.madeFor !== null && (
        <p className={css.note}>Made for {product.madeFor}. Other clients can’t have it in their range.</p>
      )}
      {mayChange && (
        <>
          {!isOnSale && <p className={css.note}>Put it on sale to add it to a client’s range.</p>}
          <ButtonRow>
            <Button variant="default" disabled={!isOnSale} aria-haspopup="dialog" onClick={() => setOpen('add')}>
              Add clients…
            </Button>
            {product.refusal === null && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('madeFor')}>
                Made for one client…
              </Button>
            )}
          </ButtonRow>
        </>
      )}
      <Dialog opened={open === 'add'} onClose={close} title={`Add clients to ${product.name}`} closeLabel="Close without adding">
        {open === 'add' && <AddClients product={product} present={clients} onClose={close} />}
      </Dialog>
      <Dialog opened={open === 'madeFor'} onClose={close} title="Made for one client" closeLabel="Close">
        {open === 'madeFor' && <MadeForForm product={product} onClose={close} />}
      </Dialog>
      {typeof open === 'object' && (
        <RangeClientDialog
          productId={product.id}
          productName={product.name}
          organisationId={open.organisationId}
          onClose={close}
        />
      )}
    </Card>
  );
});

function ClientList({
  clients,
  onOpen,
}: {
  clients: readonly RangeClient[];
  onOpen: ((client: RangeClient) => void) | undefined;
}) {
  if (clients.length === 0) return null;
  return (
    <ul className={css.clients}>
      {clients.map((client) => (
        <li key={client.organisationId}>
          <span>
            <strong>{client.organisationName}</strong>{' '}
            {!client.published && <StatusBadge tone="neutral">Not offered</StatusBadge>}
            <span className={css.lines}>
              {describeOwnNames(client) && <span>{describeOwnNames(client)}</span>}
              {client.limitedTo.length > 0 && <span>{describeLimits(client.limitedTo)}</span>}
              {client.wardrobes > 0 && <span>In {plural(client.wardrobes, 'wardrobe')}</span>}
            </span>
          </span>
          {onOpen && (
            <RowButton aria-label={`Change for ${client.organisationName}`} aria-haspopup="dialog" onClick={() => onOpen(client)}>
              Change
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
