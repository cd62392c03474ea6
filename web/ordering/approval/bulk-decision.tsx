import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { closeAlert } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { SelectionBar } from '#web/ui/lists/selection-bar.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { type Action, formatPerson, type WaitingOrder } from './approval-choices.ts';
import css from './approvals.module.css';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecide } from './use-decide.ts';

/** What became of one of several orders. */
interface Result {
  orderId: number;
  name: string;
  message: string;
  hasFailed: boolean;
  /** Whether another attempt may succeed: with another PO number, or when the server can be reached again. */
  canRetry: boolean;
}

/** Statuses with which an order no longer waits for this person, or is another one than they chose. */
const FINAL_STATUSES: readonly number[] = [403, 404, 409];

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

interface Props {
  orders: readonly WaitingOrder[];
  currencyCode: string;
  selection: Selection;
  /** Called with the orders that were decided. */
  onDecided: (orderIds: readonly number[]) => void;
}

const LABELS: Readonly<Record<Action, string>> = { approve: 'Approve', reject: 'Reject', amend: 'Send back' };
const EFFECTS: Readonly<Record<Action, string>> = {
  approve: 'They are released to the warehouse with all their lines.',
  reject: 'Nothing is sent. The stock is released, and people can use their entitlement again.',
  amend: 'They are cancelled, and their lines return to the carts, so people can change and order them again.',
};

/** Decides on several orders with the same decision, one after another, and shows a result for each. */
export function BulkDecision({ orders, currencyCode, selection, onDecided }: Props) {
  const { decide, refresh } = useDecide();
  const [asked, setAsked] = useState<Action>();
  /** The orders as they were shown when the decision was asked for; the list behind the dialog may be loaded again meanwhile. */
  const [seen, setSeen] = useState<readonly WaitingOrder[]>([]);
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<readonly Result[]>([]);
  const chosen = orders.filter(({ orderId }) => selection.has(orderId));
  const isBusy = done !== undefined;

  const ask = (action: Action) => {
    setSeen(chosen);
    setAsked(action);
  };

  async function run(action: Action, input: { rejectReason?: string; poNumber?: string }) {
    const found: Result[] = [];
    setResults([]);
    closeAlert();
    for (const { orderId, customer, poNumberRequired, fingerprint } of seen) {
      setDone(found.length);
      const { poNumber, ...rest } = input;
      const result = { orderId, name: formatPerson(customer) };
      try {
        const { msg } = await decide({
          id: orderId,
          action,
          fingerprint,
          ...rest,
          ...(poNumberRequired && poNumber && { poNumber }),
        });
        found.push({ ...result, message: msg ?? '', hasFailed: false, canRetry: false });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const canRetry = !(error instanceof ApiError && FINAL_STATUSES.includes(error.status));
        found.push({ ...result, message, hasFailed: true, canRetry });
      }
    }
    setDone(undefined);
    setAsked(undefined);
    setResults(found);
    selection.select(
      found.filter(({ canRetry }) => !canRetry).map(({ orderId }) => orderId),
      false,
    );
    onDecided(found.filter(({ hasFailed }) => !hasFailed).map(({ orderId }) => orderId));
    void refresh();
  }

  return (
    <>
      <SelectionBar
        label="Selected orders"
        selection={{
          ...selection,
          // Orders that someone else has decided meanwhile are no longer in the list.
          count: chosen.length,
          // Not the ones that arrive later: they have not been seen.
          selectAll: () =>
            selection.select(
              orders.map(({ orderId }) => orderId),
              true,
            ),
        }}
        total={orders.length}
        nouns={['order', 'orders']}
        clearLabel="Clear selection"
      >
        <Button variant="default" aria-haspopup="dialog" onClick={() => ask('reject')}>
          Reject
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => ask('amend')}>
          Send back
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => ask('approve')}>
          Approve {plural(chosen.length, 'order')}
        </Button>
      </SelectionBar>
      {results.length > 0 && <Results results={results} onClose={() => setResults([])} />}
      {asked && (
        <DecisionDialog
          draftKey={`decisions.${asked}`}
          title={`${LABELS[asked]} ${plural(seen.length, 'order')}?`}
          explanation={
            isBusy ? (
              `Order ${done + 1} of ${seen.length}.`
            ) : (
              <>
                <OrdersToDecide orders={seen} currencyCode={currencyCode} />
                <p>{EFFECTS[asked]} Everyone is emailed. This cannot be undone.</p>
              </>
            )
          }
          confirmLabel={`${LABELS[asked]} ${plural(seen.length, 'order')}`}
          withReason={asked !== 'approve'}
          withPoNumber={asked === 'approve' && seen.some(({ poNumberRequired }) => poNumberRequired)}
          onClose={() => {
            if (!isBusy) setAsked(undefined);
          }}
          onConfirm={(input) => run(asked, input)}
        />
      )}
    </>
  );
}

/** The orders with what each is worth and what is beyond the entitlement, and their sum. */
function OrdersToDecide({ orders, currencyCode }: { orders: readonly WaitingOrder[]; currencyCode: string }) {
  const values = orders.flatMap(({ goodsValue }) => goodsValue ?? []);
  const sum = values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;
  const beyond = orders.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'beyond')).length;
  return (
    <>
      <ul className={css.decided}>
        {orders.map(({ orderId, customer, pieces, goodsValue, reasons }) => (
          <li key={orderId}>
            {[
              orderId,
              formatPerson(customer),
              goodsValue === null ? plural(pieces, 'piece') : formatMoney(goodsValue, currencyCode),
              reasons.find(({ kind }) => kind === 'beyond')?.text,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <p>
        {values.length > 0 && <strong>Together {formatMoney(sum, currencyCode)} excl. tax and delivery. </strong>}
        {beyond > 0 && <strong>{plural(beyond, 'order is', 'orders are')} beyond the entitlement.</strong>}
      </p>
    </>
  );
}

/** What became of each order; takes the focus when it appears. */
function Results({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  return (
    <Box ref={focus} tabIndex={-1} mb="sm">
      <Notice
        tone={failed > 0 ? 'warning' : 'success'}
        role="status"
        actions={
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        }
      >
        <strong>
          {results.length - failed === 1 ? '1 order' : `${results.length - failed} orders`} decided
          {failed > 0 && `, ${failed} not`}
        </strong>
        <Box component="ul" mt={4} mb={0} pl={18}>
          {results.map(({ orderId, name, message, hasFailed }) => (
            <li key={orderId}>
              {orderId} · {name}: {hasFailed && 'not decided. '}
              {message}
            </li>
          ))}
        </Box>
      </Notice>
    </Box>
  );
}
