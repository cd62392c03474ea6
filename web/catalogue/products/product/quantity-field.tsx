import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
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
}

/** Field for the quantity: a select if only certain quantities are allowed, otherwise a number field. */
export function QuantityField({ limits, stock, value, onChange, label }: Props) {
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
  const most = Math.max(least, Math.min(limits.orderMaximumQuantity, stock, 100_000));
  return <QuantityInput value={value} onChange={onChange} min={least} max={most} label={label} />;
}
