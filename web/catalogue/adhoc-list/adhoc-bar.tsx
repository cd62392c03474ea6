import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { AddButton } from '../products/add-button.tsx';
import { PartialAddError } from '../products/add-items.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import { OrderPrice } from '../products/size-grid/order-price.tsx';
import { OwnPart } from '../products/size-grid/own-part.tsx';
import css from './adhoc-bar.module.css';
import type { AdhocProblem, useAdhocOrder } from './use-adhoc-order.ts';

const MAX_PROBLEMS = 3;

/** Why nothing can be added yet; undefined if it can. */
export function findDisabledReason({ problems, pieces }: Pick<ReturnType<typeof useAdhocOrder>, 'problems' | 'pieces'>) {
  if (problems.length > 0) return `${plural(problems.length, 'field needs', 'fields need')} a different quantity first.`;
  return pieces === 0 ? 'Open a product and enter a quantity.' : undefined;
}

interface Props {
  order: ReturnType<typeof useAdhocOrder>;
  wearer: Wearer | undefined;
  /** The number of products with quantities that the list does not show. */
  hidden: number;
  onShowProblem: (problem: AdhocProblem) => void;
}

/** What was typed into the whole list, problems with it, and the button that adds all of it to the cart. Always visible. */
export function AdhocBar({ order, wearer, hidden, onShowProblem }: Props) {
  const { pieces, products, price, setUp, own, problems, isOrdering, error } = order;
  const reasonId = useId();
  const disabledReason = findDisabledReason(order);
  // Where nothing was added, the cells say why.
  const message = error instanceof PartialAddError || problems.length === 0 ? error?.message : undefined;

  const clear = () => {
    const undo = order.clearAll();
    showSuccess(`${plural(pieces, 'piece')} cleared`, { action: { label: 'Undo', run: undo } });
  };

  return (
    <section className={css.bar} aria-label="To add to your cart" data-empty={order.garmentIds.length === 0 || undefined}>
      <div className={css.words}>
        <Text role="status" size="lg" className="figures">
          <strong>{plural(pieces, 'piece').replace(/^no/, 'No')}</strong>
          {pieces > 0 && ` of ${plural(products, 'product')}`}
          {pieces > 0 && price !== null && (
            <>
              {' · '}
              <OrderPrice price={price} setUp={setUp} />
            </>
          )}
          {/* The server prices what is ordered for oneself, each product by itself. */}
          {!wearer && <OwnPart own={own} isLeast={products > 1} />}
        </Text>
        {hidden > 0 && (
          <Text size="sm" c="dimmed">
            {`Includes ${plural(hidden, 'product')} not shown in the list.`}
          </Text>
        )}
        {message && (
          <Text size="sm" c="var(--mantine-color-error)" className={css.reason}>
            {message}
          </Text>
        )}
        {problems.length > 0 && (
          <ul id={reasonId} className={css.problems} aria-label="Quantities to change">
            {problems.slice(0, MAX_PROBLEMS).map((problem) => (
              <li key={problem.entry.cell.combination.id}>
                <button type="button" onClick={() => onShowProblem(problem)}>
                  {[problem.garment.name, problem.entry.cell.label].filter(Boolean).join(', ')}
                </button>
                : {problem.reason}
              </li>
            ))}
            {problems.length > MAX_PROBLEMS && <li>and {formatNumber(problems.length - MAX_PROBLEMS)} more</li>}
          </ul>
        )}
        {problems.length === 0 && disabledReason && (
          <Text id={reasonId} size="sm" c="dimmed">
            {disabledReason}
          </Text>
        )}
      </div>
      <div className={css.buttons}>
        {pieces > 0 && (
          <Button variant="subtle" onClick={clear} disabled={isOrdering}>
            Clear
          </Button>
        )}
        <AddButton disabledReason={disabledReason} disabledReasonId={reasonId} loading={isOrdering} onClick={order.order}>
          {pieces > 0 ? `Add ${plural(pieces, 'piece')}${wearer ? ` for ${wearer.name}` : ''}` : 'Add to cart'}
        </AddButton>
      </div>
    </section>
  );
}
