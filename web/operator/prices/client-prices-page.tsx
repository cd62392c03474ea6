import { Box, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { useRecordId } from '#web/app/record-id.ts';
import type { ScheduledClientPrice } from '#web/catalogue/range/scheduled-price.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationSelect } from '../organisation-select.tsx';
import { AddRangeProducts } from '../ranges/add-range-products.tsx';
import { RangeClientDialog } from '../ranges/range-client-dialog.tsx';
import { useMay } from '../session/operator-access.ts';
import { invalidateOperatorCalls, operatorApi, operatorDownload } from '../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../session/operator-exports.ts';
import { type ClientPrice, type ClientPricesReader, clientPricesList, getClientPriceName } from './client-prices-list.tsx';
import { PriceChangeDialog } from './price-change-dialog.tsx';
import { toInitialValues } from './price-change-form.ts';
import { type PriceListCalls, PriceListDialog } from './price-list-dialog.tsx';
import { ProductPrices } from './product-prices.tsx';
import { useUndoClientPrices } from './use-undo-prices.ts';

const LIST = 'GET /api/operator/organisations/:id/prices';

/** Where a client is chosen, whose prices are then shown. */
export function PricesPage() {
  return (
    <>
      <PageHeader title="Prices" actions={<OtherPages />}>
        What each client pays, today and from future dates.
      </PageHeader>
      <ClientChoice value={0} />
      <Card>
        <EmptyState title="Choose a client">Its range with the catalogue’s prices and its own will appear here.</EmptyState>
      </Card>
    </>
  );
}

function ClientChoice({ value }: { value: number }) {
  const navigate = useNavigate();
  return (
    <Box maw={360} mb="md">
      <OrganisationSelect
        label="Client"
        value={value}
        none="Choose a client"
        onChange={(id) => void navigate(id === 0 ? operatorPaths.prices : operatorPaths.clientPrices(id))}
      />
    </Box>
  );
}

/** The prices of one client, to read and to set. */
export function ClientPricesPage() {
  const { id, isId } = useRecordId();
  return isId ? <ClientPrices key={id} id={id} /> : <PricesPage />;
}

type Open =
  | { what: 'one' | 'client'; product: ClientPrice }
  | { what: 'selection' | 'add' | 'list' }
  | { what: 'product'; productId: number };

const OtherPages = () => (
  <>
    <Button component={Link} to={operatorPaths.tax} variant="default">
      Tax rates
    </Button>
    <Button component={Link} to={operatorPaths.cataloguePrices} variant="default">
      Catalogue prices
    </Button>
  </>
);

function useCancelPrice(organisationId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ price }: { product: ClientPrice; price: ScheduledClientPrice }) =>
      operatorApi('DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId', {
        params: { id: organisationId, scheduledId: price.id },
      }),
    onSuccess: (_, { price }) =>
      showSuccess(
        price.state === 'active'
          ? 'The price has ended. The previous price applies again.'
          : 'The coming price has been cancelled.',
      ),
    onError: (error) => showError(error),
    onSettled: () => invalidateOperatorCalls(client, LIST),
  });
}

function usePriceListCalls(id: number): PriceListCalls {
  const client = useQueryClient();
  const undo = useUndoClientPrices(id);
  const params = { id };
  return {
    preview: ({ fileName, file }) =>
      operatorApi('POST /api/operator/organisations/:id/prices/file/preview', { params, query: { fileName }, file }),
    save: ({ fileName, file }, fingerprint, headers) =>
      operatorApi('POST /api/operator/organisations/:id/prices/file', {
        params,
        query: { fileName, fingerprint },
        file,
        headers,
      }),
    undo: (changeId) => void undo(changeId),
    onChanged: async () => {
      await invalidateOperatorCalls(client, LIST);
    },
  };
}

function ClientPrices({ id }: { id: number }) {
  const [open, setOpen] = useState<Open>();
  const cancelling = useCancelPrice(id);
  const cancel = useRef(cancelling.mutate);
  const mayChange = useMay('catalogue:write');
  const [facts, setFacts] = useState({ currencyCode: 'GBP', canEdit: false });
  const reader = useMemo<ClientPricesReader>(
    () => ({
      ...facts,
      canKeepRange: mayChange,
      setPrice: (product) => setOpen({ what: 'one', product }),
      openClient: (product) => setOpen({ what: 'client', product }),
      cancel: (product, price) => cancel.current({ product, price }),
      openProduct: (productId) => setOpen({ what: 'product', productId }),
    }),
    [facts, mayChange],
  );
  const model = useList(clientPricesList, reader, { pathParams: { id } });
  const { reply, selection, conditions, totalCount } = model;
  const canEdit = reply !== undefined && reply.refusal === null;
  if (reply && (reply.currencyCode !== facts.currencyCode || canEdit !== facts.canEdit))
    setFacts({ currencyCode: reply.currencyCode, canEdit });
  const listCalls = usePriceListCalls(id);
  const isForeign = reply !== undefined && reply.currencyCode !== reply.catalogueCurrencyCode;
  const close = () => setOpen(undefined);

  return (
    <>
      <PageHeader
        title="Prices"
        actions={
          <>
            <OtherPages />
            {mayChange && reply && (
              <Button aria-haspopup="dialog" onClick={() => setOpen({ what: 'add' })}>
                Add products
              </Button>
            )}
          </>
        }
      >
        What each client buys and pays, today and from future dates. Prices exclude tax.
      </PageHeader>
      <ClientChoice value={id} />
      {reply?.refusal != null && (
        <Box mb="md">
          <Notice>{reply.refusal}</Notice>
        </Box>
      )}
      {isForeign && (
        <Box mb="md">
          <Notice>
            The catalogue’s prices are in {reply.catalogueCurrencyCode}, this client’s in {reply.currencyCode}. Products without
            an own price are on request.
          </Notice>
        </Box>
      )}
      <ListPage
        model={model}
        cardsBelow={1024}
        actions={
          <>
            <ExportButton
              asked={{ list: 'clientPrices', organisationId: id, query: conditions }}
              rows={totalCount}
              calls={OPERATOR_EXPORTS}
              file={() =>
                operatorDownload('GET /api/operator/organisations/:id/prices/exporttoexcel', {
                  params: { id },
                  query: conditions,
                })
              }
            />
            {canEdit && (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ what: 'list' })}>
                Upload price list…
              </Button>
            )}
          </>
        }
        selectionActions={
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ what: 'selection' })}>
            Set price…
          </Button>
        }
      />
      {reply && open?.what === 'one' && (
        <PriceChangeDialog
          organisationId={id}
          selected={{ ids: [open.product.id] }}
          count={1}
          subject={getClientPriceName(open.product)}
          initial={toInitialValues(open.product)}
          today={reply.today}
          onDone={() => undefined}
          onClose={close}
        />
      )}
      {reply && selection && open?.what === 'selection' && (
        <PriceChangeDialog
          organisationId={id}
          selected={selection.all ? { matching: conditions, expectedCount: selection.count } : { ids: [...selection.ids] }}
          count={selection.count}
          subject={plural(selection.count, 'product')}
          initial={{ ...toInitialValues(undefined), way: 'raise' }}
          today={reply.today}
          onDone={selection.clear}
          onClose={close}
        />
      )}
      {reply && open?.what === 'list' && (
        <PriceListDialog
          title={`Upload the price list of ${reply.organisationName}`}
          inherited="Catalogue price"
          calls={listCalls}
          onClose={close}
        />
      )}
      {open?.what === 'client' && (
        <RangeClientDialog
          productId={open.product.productId}
          productName={open.product.name}
          organisationId={id}
          onClose={close}
        />
      )}
      <Dialog
        opened={open?.what === 'add'}
        onClose={close}
        title={`Add products to the range of ${reply?.organisationName ?? 'the client'}`}
        closeLabel="Close without adding"
        width={680}
      >
        {open?.what === 'add' && reply && (
          <AddRangeProducts organisationId={id} organisationName={reply.organisationName} onClose={close} />
        )}
      </Dialog>
      <Dialog opened={open?.what === 'product'} onClose={close} title="Catalogue prices" closeLabel="Close" width={760}>
        {open?.what === 'product' && <ProductPrices productId={open.productId} />}
      </Dialog>
    </>
  );
}
