import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { describeScan, scanKey } from '#contract/scanned-codes.ts';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { ScanAnswer } from '../scanning/scan-answer.tsx';
import { ScanField } from '../scanning/scan-field.tsx';
import { findReceiptBlocker, type ReceiptLine, setQuantity } from './receipt-lines.ts';
import css from './stock.module.css';
import { type Receipt, useReceipt } from './use-receipt.ts';

const nameGarment = ({ productName, attributeDescription }: { productName: string; attributeDescription: string }) =>
  [productName, attributeDescription].filter(Boolean).join(', ');

/** Receiving a delivery: garments are scanned or typed, counted, and recorded under the number of the delivery note. */
export function ReceivePage() {
  const receipt = useReceipt();
  const { reference, lines, recording, recorded, lastScan } = receipt;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const blocker = findReceiptBlocker(reference, lines);
  const pieces = lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0);
  const last = lines.find(({ code }) => scanKey(code) === scanKey(lastScan));

  return (
    <>
      <PageHeader title="Receive stock" above={<Link to={operatorPaths.stock}>Stock</Link>}>
        Scan each garment. Scanning it again adds one.
      </PageHeader>
      <Stack gap="sm" miw={0}>
        <Card>
          <ScanField ref={field} id={id} placeholder="Barcode or SKU" onScan={receipt.scan} />
          {last?.problem ? (
            <ScanAnswer tone="danger" code={describeScan(last.code)}>
              {last.problem}
            </ScanAnswer>
          ) : last?.garment ? (
            <ScanAnswer tone="success">{`${last.quantity} × ${nameGarment(last.garment)}`}</ScanAnswer>
          ) : (
            <ScanAnswer>{last && `${describeScan(last.code)} …`}</ScanAnswer>
          )}
        </Card>
        {recording.error && (
          <Notice tone="danger" role="alert">
            Nothing was recorded; your lines are still here. {recording.error.message}
          </Notice>
        )}
        {recorded && <Recorded receipt={recorded} />}
        {lines.length > 0 ? (
          <Card>
            <Stack component="ul" gap={0} role="list" className="divided" aria-label="Garments of the delivery">
              {lines.map((line) => (
                <Line
                  key={line.code}
                  line={line}
                  onQuantity={(quantity) => receipt.setLines((all) => setQuantity(all, line.code, quantity))}
                  onRemove={() => {
                    receipt.setLines((all) => all.filter(({ code }) => code !== line.code));
                    field.current?.focus();
                  }}
                />
              ))}
            </Stack>
            <div className={css.record}>
              <TextInput
                label="Delivery note number"
                description="Each number can be recorded once."
                maxLength={100}
                value={reference}
                onChange={(event) => receipt.setReference(event.currentTarget.value)}
              />
              <Group gap={10}>
                <BlockableButton blocker={blocker} loading={recording.isPending} onClick={() => recording.mutate()}>
                  Record {plural(pieces, 'piece')}
                </BlockableButton>
                <Button variant="default" onClick={receipt.discard} disabled={recording.isPending}>
                  Discard lines
                </Button>
              </Group>
              {blocker && (
                <Text size="sm" c="dimmed">
                  {blocker}
                </Text>
              )}
            </div>
          </Card>
        ) : (
          !recorded && (
            <Card>
              <EmptyState title="Nothing scanned yet">
                Scanned garments appear here with their shelf. You can change the number of pieces before you record the delivery.
              </EmptyState>
            </Card>
          )
        )}
      </Stack>
    </>
  );
}

interface LineProps {
  line: ReceiptLine;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

function Line({ line: { code, quantity, garment, problem }, onQuantity, onRemove }: LineProps) {
  const id = useId();
  const name = garment ? nameGarment(garment) : describeScan(code);
  return (
    <li className={css.line} data-problem={problem !== undefined || undefined}>
      <Stack gap={2} miw={0}>
        <strong>{name}</strong>
        {garment && (
          <Text span size="sm" c="dimmed">
            {garment.sku} · {garment.shelf ? `shelf ${garment.shelf}` : 'no shelf'} · {formatNumber(garment.onHand)} on hand
            before
          </Text>
        )}
        {problem && (
          <Text id={id} span size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </Stack>
      <input
        className={css.quantity}
        type="number"
        min={1}
        max={100_000}
        aria-label={`Pieces of ${name}`}
        aria-invalid={problem !== undefined || !(quantity >= 1) || undefined}
        aria-describedby={problem ? id : undefined}
        value={Number.isNaN(quantity) || quantity === null ? '' : quantity}
        onChange={(event) => onQuantity(event.currentTarget.valueAsNumber)}
      />
      <button type="button" className={css.remove} aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <TrashIcon size={18} />
      </button>
    </li>
  );
}

function Recorded({ receipt: { msg, success, items } }: { receipt: Receipt }) {
  return (
    <Card>
      <h2 className={css.title}>
        {success
          ? `${plural(
              items.reduce((sum, { received }) => sum + received, 0),
              'piece',
            )} recorded`
          : 'Already recorded'}
      </h2>
      {!success && <Notice tone="warning">{msg}</Notice>}
      <Stack component="ul" gap={0} role="list" className="divided" aria-label="What was recorded">
        {items.map((item) => (
          <li key={item.sku} className={css.result}>
            <span className={css.shelf}>{item.shelf ?? 'No shelf'}</span>
            <Stack gap={2} miw={0}>
              <strong>
                {item.received} × {nameGarment(item)}
              </strong>
              <Text span size="sm" c="dimmed">
                {item.sku} · {formatNumber(item.onHand)} on hand now
              </Text>
              {item.orders.length > 0 && (
                <span>
                  Orders ready to pick:{' '}
                  {item.orders.map(({ orderId, organisationName, quantity }, at) => (
                    <span key={orderId}>
                      {at > 0 && ', '}
                      <Link to={operatorPaths.order(orderId)}>{orderId}</Link> ({plural(quantity, 'piece')}, {organisationName})
                    </span>
                  ))}
                </span>
              )}
            </Stack>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
