import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import totalsCss from '#web/ordering/list-totals.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload } from '../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../session/operator-exports.ts';
import { DeliveriesForm } from './deliveries-form.tsx';
import { stockLevelsList } from './stock-levels-list.tsx';

/** The stock of all garments, with sums over what is searched and filtered for. */
export function StockLevelsPage() {
  const mayWrite = useMay('stock:write');
  const maySeeOrders = useMay('orders:write');
  const [isEntering, setEntering] = useState(false);
  const [currencyCode, setCurrencyCode] = useState<string>();
  const model = useList(stockLevelsList, { currencyCode });
  const { reply, totalCount, filterQuery } = model;
  if (reply && reply.totals.currencyCode !== currencyCode) setCurrencyCode(reply.totals.currencyCode);
  return (
    <>
      <PageHeader
        title="Stock"
        isBriefOnPhone
        actions={
          <>
            {maySeeOrders && (
              <Button component={Link} to={operatorPaths.backOrders} variant="default">
                Back orders
              </Button>
            )}
            <Button component={Link} to={operatorPaths.stockCounts} variant="default">
              Counts
            </Button>
            {mayWrite && (
              <>
                <Button variant="default" onClick={() => setEntering(true)}>
                  Enter deliveries
                </Button>
                <Button component={Link} to={operatorPaths.receiveStock}>
                  Receive stock
                </Button>
              </>
            )}
          </>
        }
      >
        Warehouse stock, reserved and expected.
      </PageHeader>
      <ListPage
        model={model}
        cardsBelow={1100}
        actions={
          <ExportButton
            asked={{ list: 'stockLevels', query: filterQuery }}
            rows={totalCount}
            calls={OPERATOR_EXPORTS}
            file={() => operatorDownload('GET /api/operator/stock/exporttoexcel', { query: filterQuery })}
          />
        }
        totals={
          reply && (
            <section className={totalsCss.totals} aria-label="Totals of all garments in the list">
              <h2>{plural(totalCount, 'garment')}</h2>
              <Group component="dl" gap="8px 32px">
                {[
                  ['On hand', formatNumber(reply.totals.onHand)],
                  ['Reserved', formatNumber(reply.totals.reserved)],
                  ['Available', formatNumber(reply.totals.available)],
                  ['Expected', formatNumber(reply.totals.expected)],
                  ['Value at catalogue prices', formatMoney(reply.totals.value, reply.totals.currencyCode)],
                ].map(([label, figure]) => (
                  <div key={label}>
                    <Text component="dt" size="sm" c="dimmed">
                      {label}
                    </Text>
                    <dd>{figure}</dd>
                  </div>
                ))}
              </Group>
            </section>
          )
        }
      />
      <Dialog opened={isEntering} onClose={() => setEntering(false)} title="Expected deliveries" closeLabel="Close">
        <DeliveriesForm onClose={() => setEntering(false)} />
      </Dialog>
    </>
  );
}
