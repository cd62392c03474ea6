import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import { describeDue, nameLine, type PackOrder } from '../pack-order.ts';
import css from './changes.module.css';
import { previewDue } from './previews.ts';
import { useLineChange } from './use-line-change.ts';

interface Props {
  order: PackOrder;
  onClose: () => void;
}

const toIsoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** Promises pending pieces for another day, after saying whom that concerns. Pieces that are not on hand are chosen at first. */
export function DueForm({ order, onClose }: Props) {
  const pending = order.lines.filter(({ pendingQuantity }) => pendingQuantity > 0);
  const late = pending.filter(({ readyQuantity, pendingQuantity }) => readyQuantity < pendingQuantity);
  const [chosen, setChosen] = useState<readonly number[]>(late.map(({ id }) => id));
  const [dueOn, setDueOn] = useState('');
  const [reason, setReason] = useState('');
  const today = toIsoDay(new Date());
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(dueOn);
  const isPast = isDay && dueOn < today;
  const change = useLineChange(
    (body: { items: { id: number; dueOn: string }[]; reason: string | null }, headers) =>
      operatorApi('PUT /api/operator/orders/:id/lines/due', { params: { id: order.id }, body, headers }),
    onClose,
  );
  const blocker =
    chosen.length === 0
      ? 'Select at least one line.'
      : !isDay
        ? 'Enter the day.'
        : isPast
          ? 'The day must not be in the past.'
          : undefined;
  return (
    <form className={css.form} onSubmit={(event) => event.preventDefault()}>
      {change.error && (
        <Notice tone="danger" role="alert">
          No date was changed. {change.error.message}
        </Notice>
      )}
      <div className={css.lines}>
        {pending.map((line) => (
          <Checkbox
            key={line.id}
            name={`line-${line.id}`}
            checked={chosen.includes(line.id)}
            onChange={(checked) => setChosen(checked ? [...chosen, line.id] : chosen.filter((id) => id !== line.id))}
          >
            {line.pendingQuantity} × {nameLine(line)}
            <span className={css.muted}>
              {[
                line.wearerName,
                line.readyQuantity === line.pendingQuantity
                  ? 'on hand'
                  : `${line.readyQuantity} on hand, the rest ${describeDue(line)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Checkbox>
        ))}
      </div>
      <TextInput
        type="date"
        label="New day"
        min={today}
        value={dueOn}
        error={isPast ? 'The day must not be in the past.' : undefined}
        onChange={(event) => setDueOn(event.currentTarget.value)}
      />
      <Textarea
        label="Reason (optional)"
        description="The customer reads it in the email and in the order."
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {blocker === undefined && <Notice role="status">{previewDue(order, chosen, dueOn)}</Notice>}
      <div className={css.buttons}>
        <BlockableButton
          blocker={blocker}
          loading={change.isPending}
          onClick={() => change.mutate({ items: chosen.map((id) => ({ id, dueOn })), reason: reason.trim() || null })}
        >
          Promise this day
        </BlockableButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
