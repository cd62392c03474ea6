import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
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
  const { id, isId } = useRecordId('combinationId');
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/stock/:combinationId', { params: { combinationId: id } }),
    enabled: isId,
  });
  if (data) return <GarmentView key={id} garment={data} reload={async () => (await refetch()).data?.stock.version} />;
  return (
    <>
      <PageHeader title="Stock" above={<BackToStock id={id} />} />
      <Card>
        <RecordStates noun="garment" isId={isId} error={error} onRetry={() => void refetch()} />
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
