import { Button, Group, Text, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { findQuantityTextProblem } from '#web/ui/forms/quantity-text.ts';
import { AddButton } from '../products/add-button.tsx';
import { PartialAddError } from '../products/add-items.ts';
import { CodeField } from './code-field.tsx';
import { MAX_CODES, parseCodes } from './pasted-codes.ts';
import css from './quick-order.module.css';
import { QuickOrderRows } from './quick-order-rows.tsx';
import { describeRows, useAddRows } from './use-add-rows.ts';
import { useQuickOrder } from './use-quick-order.ts';

interface Props {
  /** Where the items are added, as recorded in the cart. */
  source: 'product' | 'adhoc';
  /** For whom they are; undefined for the site, or whoever's cart it is. */
  customerId?: number | undefined;
}

/**
 * Orders by SKU, barcode or name: typed, scanned or pasted with quantities. Each row says at once what it is, what it costs and when it comes, or what is wrong.
 */
export function QuickOrder({ source, customerId }: Props) {
  const [text, setText] = useState('');
  const [quantity, setQuantity] = useState('1');
  /** The code of what was chosen of the list, whose name the field shows. */
  const [chosen, setChosen] = useState<string>();
  const [message, setMessage] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const order = useQuickOrder();
  const navigate = useNavigate();
  const adding = useAddRows({ source, customerId });
  const { rows } = order;
  const wrong = rows.filter(({ item }) => item && item.warnings.length > 0);
  const pieces = rows.reduce((sum, row) => sum + row.quantity, 0);

  const addCode = (code: string) => {
    const count = Number(quantity) || 1;
    if (findQuantityTextProblem(quantity)) return quantityField.current?.focus();
    if (!order.add([{ code, quantity: count }])) return setMessage(TOO_MANY);
    setMessage(`${formatNumber(count)} × ${code} added to the list.`);
    setText('');
    setChosen(undefined);
    setQuantity('1');
    field.current?.focus();
  };
  const addBlock = (pasted: string) => {
    const { entries, unreadable } = parseCodes(pasted);
    if (entries.length > 0 && !order.add(entries))
      return setMessage(`${plural(entries.length, 'code')} pasted, none added: ${TOO_MANY}`);
    setMessage(
      [`${plural(entries.length, 'code').replace(/^no/, 'No')} added to the list.`, describeUnreadable(unreadable)]
        .filter(Boolean)
        .join(' '),
    );
  };
  const addToCart = () =>
    adding.mutate(rows, {
      onError: (error) => {
        if (error instanceof PartialAddError) order.replace(rows.slice(error.added.length));
      },
      onSuccess: () => {
        order.replace([]);
        setMessage('');
        showSuccess(`Added to your cart: ${describeRows(rows)}`, {
          action: { label: 'View cart', run: () => void navigate(paths.cart()) },
        });
      },
    });
  const clear = () => {
    order.replace([]);
    setMessage('');
    showSuccess(`${plural(rows.length, 'row')} cleared`, {
      action: { label: 'Undo', run: () => order.replace(rows.map(({ code, quantity }) => ({ code, quantity }))) },
    });
  };

  const disabledReason =
    rows.length === 0
      ? undefined
      : wrong.length > 0
        ? `${plural(wrong.length, 'row needs', 'rows need')} a change first.`
        : order.isChecked
          ? undefined
          : 'The rows are being checked.';
  return (
    <div className={css.quick}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') addCode(chosen ?? text.trim());
        }}
      >
        <CodeField
          ref={field}
          text={text}
          onText={(typed) => {
            setText(typed);
            setChosen(undefined);
          }}
          onChoose={(item) => {
            setText([item.name, item.attributeDescription].filter(Boolean).join(', '));
            setChosen(item.sku ?? undefined);
            quantityField.current?.focus();
          }}
          onCode={(code) => addCode(chosen ?? code)}
          onBlock={addBlock}
        />
        <TextInput
          ref={quantityField}
          className={css.quantity}
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          error={findQuantityTextProblem(quantity)}
          value={quantity}
          onChange={(event) => setQuantity(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          Add to list
        </Button>
      </form>
      <Text size="sm" c="dimmed" role="status" className={css.message}>
        {message || 'Paste codes and quantities from a spreadsheet, in either order.'}
      </Text>
      {order.error && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            <Button size="compact-sm" variant="default" onClick={order.retry}>
              Try again
            </Button>
          }
        >
          {order.error.message}
        </Notice>
      )}
      {rows.length > 0 && (
        <>
          <QuickOrderRows
            rows={rows}
            errors={adding.errors}
            onQuantity={order.setQuantity}
            onRemove={(code) => order.replace(rows.filter((row) => row.code !== code))}
          />
          <div className={css.summary}>
            <div>
              <strong className="figures">{plural(pieces, 'piece')}</strong> of {plural(rows.length, 'size')}
              {(adding.error ?? disabledReason) && (
                <Text id={reasonId} size="sm" c={adding.error ? 'var(--mantine-color-error)' : 'dimmed'}>
                  {adding.error?.message ?? disabledReason}
                </Text>
              )}
            </div>
            <Group gap="xs">
              {wrong.length > 0 && wrong.length < rows.length && (
                <Button variant="subtle" onClick={() => order.replace(rows.filter((row) => !wrong.includes(row)))}>
                  Leave out {plural(wrong.length, 'row')}
                </Button>
              )}
              <Button variant="subtle" onClick={clear}>
                Clear
              </Button>
              <AddButton
                disabledReason={disabledReason}
                disabledReasonId={reasonId}
                loading={adding.isPending}
                onClick={addToCart}
              >
                Add {plural(pieces, 'piece')}
              </AddButton>
            </Group>
          </div>
        </>
      )}
    </div>
  );
}

const TOO_MANY = `A cart can have up to ${formatNumber(MAX_CODES)} lines.`;
/** Lines that are named in words. */
const NAMED_LINES = 5;

function describeUnreadable(lines: readonly { line: number; text: string }[]): string {
  if (lines.length === 0) return '';
  const named = lines.slice(0, NAMED_LINES).map(({ line, text }) => `${line} (“${text.slice(0, 30)}”)`);
  const more = lines.length > NAMED_LINES ? ` and ${formatNumber(lines.length - NAMED_LINES)} more` : '';
  return `Not a code with a whole number of pieces: line ${named.join(', ')}${more}.`;
}
