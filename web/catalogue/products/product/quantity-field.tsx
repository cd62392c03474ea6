import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';
import type { QuantityLimits } from '../catalogue-types.ts';
import { getMinQuantity } from '../price.ts';
import css from './quantity-field.module.css';

interface Props {
  limits: QuantityLimits;
  /** The maximum quantity that stock allows. */
  stock: number;
  value: number;
  onChange: (quantity: number) => void;
  /** Accessible name of the field. */
  label: string;
  invalidText: string | undefined;
  onInvalidText: (text: string) => void;
}

/** Field for the quantity: a select if only certain quantities are allowed, otherwise a number field. */
export function QuantityField({ limits, stock, ...field }: Props) {
  const { value, onChange, label } = field;
  if (limits.allowedQuantities.length > 0) {
    return (
      <select
        className={`${css.list} figures`}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {limits.allowedQuantities.map((quantity) => (
          <option key={quantity} value={quantity} disabled={quantity > stock}>
            {quantity}
            {quantity > stock && ' (not enough in stock)'}
          </option>
        ))}
      </select>
    );
  }
  const least = getMinQuantity(limits);
  const most = Math.max(least, Math.min(limits.orderMaximumQuantity, stock, MAX_QUANTITY));
  return <QuantityInput {...field} min={least} max={most} />;
}
