import { Button, Text, Textarea } from '@mantine/core';
import type { BodyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorApi } from '../../session/operator-api.ts';
import { nameLine, type PackOrder } from '../pack-order.ts';
import css from './changes.module.css';
import { previewCancel } from './previews.ts';
import { useLineChange } from './use-line-change.ts';

interface Props {
  order: PackOrder;
  onClose: () => void;
}

interface CancelValues {
  /** Pieces as typed, by the id of the line. */
  quantities: Readonly<Record<number, string>>;
  reason: string;
}

type PendingLine = PackOrder['lines'][number];

function findQuantityProblem(text: string, { cancellableQuantity }: PendingLine): string | undefined {
  const typed = text.trim();
  return typed === '' || (/^\d+$/.test(typed) && Number(typed) <= cancellableQuantity)
    ? undefined
    : `0 to ${cancellableQuantity}`;
}

/** Cancels pending pieces of an order, after saying what that does. */
export function CancelPiecesForm({ order, onClose }: Props) {
  const pending = order.lines.filter(({ cancellableQuantity }) => cancellableQuantity > 0);
  const send = useLineChange((body: BodyOf<'POST /api/operator/orders/:id/lines/cancel'>, headers) =>
    operatorApi('POST /api/operator/orders/:id/lines/cancel', { params: { id: order.id }, body, headers }),
  );
  const form = useEntityForm<CancelValues, { msg: string | null }>({
    draftKey: `cancel-pieces.${order.id}`,
    saved: { quantities: {}, reason: '' },
    validate: ({ reason }) => ({
      ...(wrong
        ? { quantities: 'Correct the marked number of pieces first.' }
        : items.length === 0 && { quantities: 'Enter how many pieces to cancel.' }),
      ...(reason.trim() === '' && { reason: 'Enter a reason. It is shown to the customer.' }),
    }),
    save: ({ values: { reason } }) => send({ items, reason: reason.trim() }),
    serverNames: { items: 'quantities' },
    onSaved: ({ msg }) => {
      showSuccess(msg ?? 'Saved.');
      onClose();
    },
  });
  const { quantities } = form.values;
  const wrong: PendingLine | undefined = pending.find((line) => findQuantityProblem(quantities[line.id] ?? '', line));
  const items: { id: number; quantity: number }[] = pending.flatMap(({ id }) =>
    Number(quantities[id]) > 0 ? [{ id, quantity: Number(quantities[id]) }] : [],
  );
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const setQuantities = (change: CancelValues['quantities']) => form.set({ quantities: change });
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <div className={`${css.lines} divided`}>
        {pending.map((line) => (
          <QuantityField
            key={line.id}
            line={line}
            name={line === (wrong ?? pending[0]) ? 'quantities' : undefined}
            text={quantities[line.id] ?? ''}
            onChange={(text) => setQuantities({ ...quantities, [line.id]: text })}
          />
        ))}
      </div>
      {form.errors.quantities && (
        <p className={css.problem} role="alert">
          {form.errors.quantities}
        </p>
      )}
      <Button
        size="compact-sm"
        variant="default"
        className={css.all}
        onClick={() =>
          setQuantities(Object.fromEntries(pending.map(({ id, cancellableQuantity }) => [id, String(cancellableQuantity)])))
        }
      >
        All pending pieces
      </Button>
      <Textarea
        label="Reason"
        description="Shown to the customer in the email and on the order."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      {items.length > 0 && !wrong && <Notice role="status">{previewCancel(order, items)}</Notice>}
      <FormButtons
        color="red"
        isSaving={form.isSaving}
        cancelLabel="Keep everything"
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Cancel {plural(count, 'piece').replace(/^no /, '')}
      </FormButtons>
    </StackedForm>
  );
}

interface QuantityProps {
  line: PendingLine;
  name: string | undefined;
  text: string;
  onChange: (text: string) => void;
}

/** How many pieces of a line are cancelled. */
function QuantityField({ line, name, text, onChange }: QuantityProps) {
  const problem = findQuantityProblem(text, line);
  return (
    <label className={css.line}>
      <span>
        {nameLine(line)}
        <Text span display="block" size="sm" c="dimmed">
          {[line.wearerName, `${line.cancellableQuantity} pending`].filter(Boolean).join(' · ')}
        </Text>
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
          name={name}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {problem && <span className={css.problem}>{problem}</span>}
      </span>
    </label>
  );
}
