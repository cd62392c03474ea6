import { useEffect } from 'react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import type { AdhocProduct } from '../products/catalogue-types.ts';
import type { Wearer } from '../products/optimistic-cart.ts';
import { AdhocBar, findDisabledReason } from './adhoc-bar.tsx';
import { type AdhocQuantities, useTypedGarments } from './adhoc-quantities.ts';
import { type AdhocProblem, useAdhocOrder } from './use-adhoc-order.ts';

// What follows the keystrokes is here, so that they do not render the whole page.

interface Props {
  quantities: AdhocQuantities;
  wearer: Wearer | undefined;
  /** The products that the list shows. */
  shown: readonly AdhocProduct[];
  onShowProblem: (problem: AdhocProblem) => void;
}

/** The bar with everything that was typed, and the key that adds it to the cart: Ctrl+Enter, or ⌘ and Enter. */
export function AdhocOrdering({ quantities, wearer, shown, onShowProblem }: Props) {
  const order = useAdhocOrder(quantities, wearer);
  const shownIds = new Set(shown.map(({ id }) => id));
  const hidden = order.garmentIds.filter((id) => !shownIds.has(id)).length;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      // In a dialog it would add what is not decided yet.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      if (!findDisabledReason(order) && !order.isOrdering) order.order();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return <AdhocBar order={order} wearer={wearer} hidden={hidden} onShowProblem={onShowProblem} />;
}

interface FilledProps {
  quantities: AdhocQuantities;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className: string | undefined;
}

/** Shows only the products with quantities; not there as long as there are none. */
export function OnlyFilled({ quantities, isOn, onChange, className }: FilledProps) {
  const isAnyFilled = useTypedGarments(quantities).length > 0;
  if (!isAnyFilled && !isOn) return null;
  return (
    <div className={className}>
      <Checkbox name="onlyFilled" checked={isOn} onChange={onChange}>
        Only products with quantities
      </Checkbox>
    </div>
  );
}
