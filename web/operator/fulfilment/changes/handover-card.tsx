import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi, operatorDownload } from '../../session/operator-api.ts';
import { nameLine, type PackOrder } from '../pack-order.ts';
import css from './changes.module.css';
import { useLineChange } from './use-line-change.ts';

interface Props {
  order: PackOrder;
  /** Called when the dialog was closed. */
  onChanged: () => void;
}

/** What of an order waits to be collected, its slip, and the hand-over; nothing while nothing waits. */
export function HandoverNotice({ order, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const packed = order.lines.filter(({ packedQuantity }) => packedQuantity > 0);
  const pieces = packed.reduce((sum, { packedQuantity }) => sum + packedQuantity, 0);
  const close = () => {
    setOpen(false);
    setTimeout(onChanged, 300);
  };
  return (
    <>
      {pieces > 0 && (
        <div className={css.ready}>
          <Notice
            tone="success"
            actions={
              <Group gap={10}>
                <DownloadButton
                  file={() => operatorDownload('GET /api/operator/packingslips', { query: { orderIds: [order.id] } })}
                >
                  Packing slip
                </DownloadButton>
                <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
                  Hand over
                </Button>
              </Group>
            }
          >
            <strong>Ready to collect since {formatDateTime(order.readyToCollectOnUtc)}</strong>
            <p>{packed.map((line) => `${line.packedQuantity} × ${nameLine(line)}`).join('; ')}</p>
          </Notice>
        </div>
      )}
      <Dialog
        opened={isOpen && pieces > 0}
        onClose={close}
        title={`Hand over order ${order.id}`}
        closeLabel="Close without handing over"
        width={560}
        sheet
      >
        <HandoverForm order={order} pieces={pieces} onClose={close} />
      </Dialog>
    </>
  );
}

/** A number of pieces from what was typed; undefined for anything that is none of 0 to the pieces that are ready. */
const readPieces = (text: string, most: number): number | undefined => {
  const pieces = text.trim() === '' ? 0 : Number(text);
  return Number.isInteger(pieces) && pieces >= 0 && pieces <= most ? pieces : undefined;
};

interface Values {
  collectedBy: string;
  quantities: Readonly<Record<string, string>>;
}

function HandoverForm({ order, pieces, onClose }: { order: PackOrder; pieces: number; onClose: () => void }) {
  const packed = order.lines.filter(({ packedQuantity }) => packedQuantity > 0);
  const countOf = ({ quantities }: Values, { id, packedQuantity }: PackOrder['lines'][number]) =>
    readPieces(quantities[id] ?? String(packedQuantity), packedQuantity);
  const send = useLineChange((body: BodyOf<'POST /api/operator/orders/:id/handover'>, headers) =>
    operatorApi('POST /api/operator/orders/:id/handover', { params: { id: order.id }, body, headers }),
  );
  const form = useEntityForm<Values, unknown>({
    draftKey: `handover.${order.id}`,
    saved: { collectedBy: '', quantities: {} },
    validate: (values) => ({
      ...(values.collectedBy.trim() === '' && { collectedBy: 'Enter who collects it' }),
      ...((packed.some((line) => countOf(values, line) === undefined) || packed.every((line) => !countOf(values, line))) && {
        quantities: 'Enter how many pieces are handed over',
      }),
    }),
    save: ({ values }) =>
      send({
        collectedBy: values.collectedBy.trim(),
        items: packed.flatMap((line) => {
          const quantity = countOf(values, line) ?? 0;
          return quantity > 0 ? [{ orderItemId: line.id, quantity }] : [];
        }),
      }),
    onSaved: () => {
      showSuccess('Handed over.');
      onClose();
    },
    onUnchanged: onClose,
  });
  const { values, set } = form;
  const problem = form.getInputProps('quantities').error;
  return (
    <StackedForm {...form.formProps}>
      <FormNotices conflicts={[]} onUseSaved={() => undefined} otherErrors={form.otherErrors} />
      <TextInput
        {...form.getInputProps('collectedBy')}
        label="Collected by"
        description="Name of the person who collects the pieces"
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Stack component="fieldset" gap={4} className={css.lines}>
        <Text component="legend" fw={600} pb={4}>
          Pieces
        </Text>
        {packed.map((line) => (
          <label key={line.id} className={css.line}>
            <span>
              {nameLine(line)}
              <Text span size="sm" c="dimmed" display="block">
                {[line.wearerName, `${line.packedQuantity} ready`].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <input
              className={css.quantity}
              inputMode="numeric"
              aria-label={`Pieces of ${nameLine(line)}`}
              value={values.quantities[line.id] ?? String(line.packedQuantity)}
              onChange={(event) => set({ quantities: { ...values.quantities, [line.id]: event.currentTarget.value } })}
            />
          </label>
        ))}
        {problem && <span className={css.problem}>{problem}</span>}
      </Stack>
      <Text size="sm" c="dimmed">
        {plural(pieces, 'piece is', 'pieces are')} ready. Pieces handed over count as delivered today, and their return period
        starts.
      </Text>
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Hand over
      </FormButtons>
    </StackedForm>
  );
}
