import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { operatorApi } from '../../session/operator-api.ts';
import { nameLine, type PackOrder } from '../pack-order.ts';
import css from './changes.module.css';
import { previewCancel } from './previews.ts';
import { useLineChange } from './use-line-change.ts';

interface Props {
  order: PackOrder;
  onClose: () => void;
}

/** Cancels pending pieces of an order, after saying what that does. */
export function CancelPiecesForm({ order, onClose }: Props) {
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState('');
  const pending = order.lines.filter(({ pendingQuantity }) => pendingQuantity > 0);
  const items = pending.flatMap(({ id }) => (Number(quantities[id]) > 0 ? [{ id, quantity: Number(quantities[id]) }] : []));
  const findProblem = ({ id, pendingQuantity }: (typeof pending)[number]) => {
    const text = (quantities[id] ?? '').trim();
    return text === '' || (/^\d+$/.test(text) && Number(text) <= pendingQuantity) ? undefined : `0 to ${pendingQuantity}`;
  };
  const change = useLineChange(
    (body: { items: typeof items; reason: string }, headers) =>
      operatorApi('POST /api/operator/orders/:id/lines/cancel', { params: { id: order.id }, body, headers }),
    onClose,
  );
  const blocker = pending.some(findProblem)
    ? 'Correct the marked number of pieces first.'
    : items.length === 0
      ? 'Enter how many pieces to cancel.'
      : reason.trim() === ''
        ? 'Enter a reason. The customer reads it.'
        : undefined;
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {change.error && (
        <Notice tone="danger" role="alert">
          Nothing was cancelled. {change.error.message}
        </Notice>
      )}
      <div className={css.lines}>
        {pending.map((line) => {
          const problem = findProblem(line);
          return (
            <label key={line.id} className={css.line}>
              <span>
                {nameLine(line)}
                <span className={css.muted}>
                  {[line.wearerName, `${line.pendingQuantity} pending`].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span>
                <input
                  className={css.quantity}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={5}
                  placeholder="0"
                  aria-label={`Pieces to cancel of ${nameLine(line)}`}
                  aria-invalid={problem ? true : undefined}
                  value={quantities[line.id] ?? ''}
                  onChange={(event) => setQuantities({ ...quantities, [line.id]: event.currentTarget.value })}
                />
                {problem && <span className={css.problem}>{problem}</span>}
              </span>
            </label>
          );
        })}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        className={css.all}
        onClick={() => setQuantities(Object.fromEntries(pending.map(({ id, pendingQuantity }) => [id, String(pendingQuantity)])))}
      >
        Everything that is pending
      </Button>
      <Textarea
        label="Reason"
        description="The customer reads it in the email and in the order."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {items.length > 0 && !pending.some(findProblem) && <Notice role="status">{previewCancel(order, items)}</Notice>}
      <div className={css.buttons}>
        <BlockableButton
          color="red"
          blocker={blocker}
          loading={change.isPending}
          onClick={() => change.mutate({ items, reason: reason.trim() })}
        >
          Cancel {plural(count, 'piece').replace(/^no /, '')}
        </BlockableButton>
        <Button variant="default" onClick={onClose}>
          Keep everything
        </Button>
      </div>
    </form>
  );
}
