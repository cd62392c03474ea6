import { TextInput } from '@mantine/core';
import css from './steps.module.css';

interface Props {
  value: string;
  required: boolean;
  /** Whether an invoice follows, which names it; none does for what a card pays wholly. */
  isInvoiced: boolean;
  error: string | undefined;
  onChange: (poNumber: string) => void;
  onLeave: () => void;
}

/** The purchase order number of an order. */
export const PoNumberField = ({ value, required, isInvoiced, error, onChange, onLeave }: Props) => (
  <TextInput
    className={css.short}
    label={required ? 'PO number' : 'PO number (optional)'}
    description={`${
      required
        ? 'The purchase order number your organisation issued for this order. You need it to place the order.'
        : 'Your organisation’s purchase order number, if there is one.'
    } It appears on the order and the ${isInvoiced ? 'invoice' : 'delivery note'}.`}
    classNames={{ description: css.help }}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    name="poNumber"
    maxLength={100}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    aria-required={required}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={onLeave}
  />
);
