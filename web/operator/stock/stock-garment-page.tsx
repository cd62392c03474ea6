import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { CorrectionForm } from './correction-form.tsx';
import { describeGarment } from './describe-garment.ts';
import { ExpectedDeliveries } from './expected-deliveries.tsx';
import { LevelForm } from './level-form.tsx';
import css from './stock-garment.module.css';
import { Available } from './stock-levels-list.tsx';
import { StockMovements } from './stock-movements.tsx';
import { StockReservations } from './stock-reservations.tsx';

type Garment = ReplyOf<'GET /api/operator/stock/:combinationId'>;

const MAX_ID = 2_147_483_647;

const BackToStock = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.stock}
    label="Stock"
    list="stocklevels"
    noun="garment"
    id={id}
    pathOf={operatorPaths.stockGarment}
  />
);

/** The stock of one garment: its figures, who has reserved it, what is expected and every movement. */
export function StockGarmentPage() {
  const id = Number(useParams().combinationId);
  const valid = Number.isInteger(id) && id > 0 && id <= MAX_ID;
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/:combinationId', { params: { combinationId: id } }),
    enabled: valid,
  });
  if (data) return <GarmentView key={id} garment={data} reload={async () => (await refetch()).data?.stock.version} />;
  const isMissing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title="Stock" above={<BackToStock id={id} />} />
      <Card>
        {isMissing ? (
          <EmptyState title="Garment not found">There is no garment at this address in your brands.</EmptyState>
        ) : error ? (
          <ErrorState title="The garment could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the garment">
            <SkeletonRows rows={4} height={60} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

function GarmentView({ garment, reload }: { garment: Garment; reload: () => Promise<number | undefined> }) {
  const { stock, currencyCode } = garment;
  const mayWrite = useMay('stock:write') && stock.refusal === null;
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <>
      <PageHeader
        title={describeGarment(stock)}
        above={<BackToStock id={stock.id} />}
        actions={
          mayWrite && (
            <Button aria-haspopup="dialog" onClick={() => setCorrecting(true)}>
              Correct stock
            </Button>
          )
        }
      >
        {[stock.sku, stock.gtin, stock.shelf && `shelf ${stock.shelf}`].filter(Boolean).join(' · ')}{' '}
        {stock.isDiscontinued && <StatusBadge tone="neutral">Discontinued</StatusBadge>}
      </PageHeader>
      <Stack className={css.columns} gap="sm">
        <Stack component="aside" miw={0} gap="sm" aria-label="Figures">
          <Card title="Stock">
            <Amounts
              rows={[
                { label: 'On hand', value: formatNumber(stock.onHand) },
                { label: 'Reserved', value: formatNumber(stock.reserved) },
                { label: 'Available', value: <Available level={stock} />, strong: true },
                { label: 'Value at catalogue price', value: formatMoney(stock.value, currencyCode), quiet: true },
                ...(stock.countedOnUtc === null
                  ? []
                  : [{ label: 'Last counted', value: formatDateTime(stock.countedOnUtc), quiet: true }]),
              ]}
            />
            {stock.canOversell && (
              <p className={css.note}>
                {stock.managesStock ? 'Can be ordered when out of stock.' : 'Stock does not limit orders.'}
              </p>
            )}
          </Card>
          <ExpectedDeliveries stock={stock} mayWrite={mayWrite} />
          {mayWrite && (
            <Card title="Shelf and low stock">
              <LevelForm stock={stock} reload={reload} />
            </Card>
          )}
        </Stack>
        <Stack miw={0} gap="sm">
          {stock.refusal !== null && <Notice>{stock.refusal}</Notice>}
          <StockReservations stock={stock} mayWrite={mayWrite} />
          <StockMovements id={stock.id} />
        </Stack>
      </Stack>
      <Dialog opened={isCorrecting} onClose={() => setCorrecting(false)} title="Correct stock" closeLabel="Close">
        <CorrectionForm stock={stock} onClose={() => setCorrecting(false)} />
      </Dialog>
    </>
  );
}
