import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
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
}

interface Props {
  orders: readonly WaitingOrder[];
  selection: Selection;
  /** Called with the orders that were decided. */
  onDecided: (orderIds: readonly number[]) => void;
}

const LABELS: Readonly<Record<Action, string>> = { approve: 'Approve', reject: 'Reject', amend: 'Send back' };
const EFFECTS: Readonly<Record<Action, string>> = {
  approve: 'They are released to the warehouse with all their lines.',
  reject: 'Nothing is sent. The stock is released, and people can use their entitlement again.',
  amend: 'They are cancelled, and their lines go to the carts of the people again, to be changed and ordered anew.',
};

/** Decides on several orders with the same decision, one after another, and shows a result for each. */
export function BulkDecision({ orders, selection, onDecided }: Props) {
  const { decide, refresh } = useDecide();
  const [asked, setAsked] = useState<Action>();
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<readonly Result[]>([]);
  const chosen = orders.filter(({ orderId }) => selection.has(orderId));
  const isBusy = done !== undefined;

  async function run(action: Action, input: { rejectReason?: string; poNumber?: string }) {
    const found: Result[] = [];
    setResults([]);
    for (const { orderId, customer, poNumberRequired } of chosen) {
      setDone(found.length);
      const { poNumber, ...rest } = input;
      const result = { orderId, name: formatPerson(customer) };
      try {
        const { msg } = await decide({ id: orderId, action, ...rest, ...(poNumberRequired && poNumber && { poNumber }) });
        found.push({ ...result, message: msg ?? '', hasFailed: false });
      } catch (error) {
        const message = error instanceof ApiError ? error.message : String(error);
        found.push({ ...result, message, hasFailed: true });
      }
    }
    setDone(undefined);
    setAsked(undefined);
    setResults(found);
    selection.clear();
    onDecided(found.filter(({ hasFailed }) => !hasFailed).map(({ orderId }) => orderId));
    void refresh();
  }

  const failed = results.filter(({ hasFailed }) => hasFailed).length;
  return (
    <>
      <SelectionBar
        label="Selected orders"
        selection={selection}
        total={selection.count}
        nouns={['order', 'orders']}
        clearLabel="Clear selection"
      >
        <Button variant="default" onClick={() => setAsked('reject')}>
          Reject
        </Button>
        <Button variant="default" onClick={() => setAsked('amend')}>
          Send back
        </Button>
        <Button variant="default" onClick={() => setAsked('approve')}>
          Approve {plural(chosen.length, 'order')}
        </Button>
      </SelectionBar>
      {results.length > 0 && (
        <div className={css.results}>
          <Notice
            tone={failed > 0 ? 'warning' : 'success'}
            role="status"
            actions={
              <Button size="compact-sm" variant="default" onClick={() => setResults([])}>
                Close
              </Button>
            }
          >
            <strong>
              {results.length - failed === 1 ? '1 order' : `${results.length - failed} orders`} decided
              {failed > 0 && `, ${failed} not`}
            </strong>
            <ul className={css.resultList}>
              {results.map(({ orderId, name, message, hasFailed }) => (
                <li key={orderId}>
                  {orderId} · {name}: {hasFailed && 'not decided. '}
                  {message}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {asked && (
        <DecisionDialog
          title={`${LABELS[asked]} ${plural(chosen.length, 'order')}?`}
          explanation={
            isBusy
              ? `Order ${done + 1} of ${chosen.length}.`
              : `${chosen.map(({ orderId, customer }) => `${orderId} of ${formatPerson(customer)}`).join(', ')}. ${EFFECTS[asked]} Everyone is emailed. This cannot be undone.`
          }
          confirmLabel={`${LABELS[asked]} ${plural(chosen.length, 'order')}`}
          withReason={asked !== 'approve'}
          withPoNumber={asked === 'approve' && chosen.some(({ poNumberRequired }) => poNumberRequired)}
          isBusy={isBusy}
          errors={{}}
          onClose={() => {
            if (!isBusy) setAsked(undefined);
          }}
          onConfirm={(input) => void run(asked, input)}
        />
      )}
    </>
  );
}
