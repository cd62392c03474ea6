import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorDownload, operatorQuery } from '../../session/operator-api.ts';
import { AcceptOrderForm, RejectOrderForm } from './decide-purchase-order.tsx';
import { PURCHASE_ORDER_LABELS, type PurchaseOrderDetail } from './purchase-order-labels.ts';

/** An order of a buyer's system beside the cart that was returned, and deciding on it. */
export function PurchaseOrderPage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/punchout/orders/:id', { params: { id } }),
    enabled: isId,
  });
  if (data) return <OrderView key={id} order={data.purchaseOrder} />;
  return (
    <>
      <PageHeader title="PunchOut order" above={<BackLink id={id} />} />
      <Card>
        <RecordStates
          noun="order"
          isId={isId}
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={operatorPaths.purchaseOrders}>
              View PunchOut orders
            </Button>
          }
        />
      </Card>
    </>
  );
}

const BackLink = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.purchaseOrders}
    label="PunchOut orders"
    list="purchaseorders"
    noun="order"
    id={id}
    pathOf={operatorPaths.purchaseOrder}
  />
);

function OrderView({ order }: { order: PurchaseOrderDetail }) {
  const [open, setOpen] = useState<'accept' | 'reject'>();
  const mayDecide = useMay('orders:write');
  const { number, state, isTest, orderId, findings, files, id } = order;
  const isWaiting = state === 'waiting';
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={`PO ${number}`}
        above={<BackLink id={id} />}
        actions={
          isWaiting &&
          mayDecide && (
            <>
              <Button variant="default" onClick={() => setOpen('reject')}>
                Reject
              </Button>
              <Button onClick={() => setOpen('accept')}>Accept as ordered</Button>
            </>
          )
        }
      >
        <StatusBadge tone={PURCHASE_ORDER_LABELS[state].tone}>{PURCHASE_ORDER_LABELS[state].label}</StatusBadge>{' '}
        {order.organisationName}, {order.connectionName} · received {formatDateTime(order.receivedOnUtc)}
        {isTest && ' · test, not shipped or invoiced'}
      </PageHeader>
      <Stack>
        {isWaiting && order.isChange && (
          <Notice tone="warning">
            This changes order {orderId}, which stays as it is until you accept the change. Accepting is possible until its
            picking starts.
          </Notice>
        )}
        {state === 'accepted' && orderId !== null && (
          <Notice tone="success" actions={!isTest && <Link to={operatorPaths.order(orderId)}>View order {orderId}</Link>}>
            Placed as order {orderId}.
          </Notice>
        )}
        {order.reason !== null && <Notice tone="danger">Rejected: {order.reason}</Notice>}
        <Card title="Findings">
          {findings.length === 0 ? (
            <Text c="dimmed">The order is exactly as the cart was returned.</Text>
          ) : (
            <ul>
              {findings.map(({ text, isDoubtful }) => (
                <li key={text}>
                  {isDoubtful && <strong>To decide: </strong>}
                  {text}
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={plural(order.lines.length, 'line')}>
          <Comparison order={order} />
        </Card>
        <Card title="Delivery and notes">
          <Text>{order.shipTo ?? 'The order names no delivery address.'}</Text>
          {order.comments !== null && <Text style={{ whiteSpace: 'pre-line' }}>{order.comments}</Text>}
        </Card>
        {files.length > 0 && (
          <Card title="Files">
            <Stack gap="xs" align="flex-start">
              {files.map(({ id: fileId, filename }) => (
                <DownloadButton
                  key={fileId}
                  file={() => operatorDownload('GET /api/operator/punchout/orders/:id/files/:fileId', { params: { id, fileId } })}
                >
                  {filename}
                </DownloadButton>
              ))}
            </Stack>
          </Card>
        )}
      </Stack>
      <Dialog opened={open === 'accept'} onClose={close} title={`Accept PO ${number}?`} closeLabel="Cancel">
        <AcceptOrderForm order={order} onClose={close} />
      </Dialog>
      <Dialog opened={open === 'reject'} onClose={close} title={`Reject PO ${number}?`} closeLabel="Cancel">
        <RejectOrderForm order={order} onClose={close} />
      </Dialog>
    </>
  );
}

type Side = PurchaseOrderDetail['lines'][number]['ordered'];

/** One side of the comparison in a cell. */
const SideCell = ({ side, currencyCode }: { side: Side | null; currencyCode: string }) => (
  <td>
    {side === null ? (
      <span className={list.line}>Not from a cart</span>
    ) : (
      <>
        {side.quantity} {side.unit} × {side.unitPrice === null ? 'no price' : formatMoney(side.unitPrice, currencyCode)}
        <span className={list.line}>
          {[side.sku, side.description].filter(Boolean).join(' · ') || 'Without part number and description'}
        </span>
      </>
    )}
  </td>
);

const Comparison = ({ order: { lines, currencyCode } }: { order: PurchaseOrderDetail }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
  <div className={list.scroll} tabIndex={0}>
    <table className={list.table} aria-label="Lines as they were ordered and as the cart had them">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Ordered</th>
          <th scope="col">Returned cart</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ lineNumber, ordered, returned }) => (
          <tr key={lineNumber}>
            <th scope="row">{lineNumber}</th>
            <SideCell side={ordered} currencyCode={currencyCode} />
            <SideCell side={returned} currencyCode={currencyCode} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
