import { TextInput } from '@mantine/core';
import type { PaymentOption } from './checkout-choices.ts';
import { formatDeliveryRate } from './delivery-choice.tsx';
import { OptionCards } from './option-cards.tsx';
import css from './steps.module.css';

interface Props {
  options: readonly PaymentOption[];
  value: string | null;
  currencyCode: string;
  onChange: (systemName: string) => void;
  poNumber: string;
  poNumberRequired: boolean;
  poError: string | undefined;
  onPoNumber: (poNumber: string) => void;
  onLeave: () => void;
}

/** Payment method and purchase order number. */
export function PaymentSection(props: Props) {
  const { options, value, currencyCode, onChange, poNumber, poNumberRequired, poError, onPoNumber, onLeave } = props;
  return (
    <div className={css.fields}>
      <OptionCards
        label="How would you like to pay?"
        value={value}
        onChange={onChange}
        options={options.map(({ paymentMethodSystemName, name, description, fee }) => ({
          value: paymentMethodSystemName,
          title: name,
          notes: description,
          aside: fee > 0 ? `+ ${formatDeliveryRate(fee, currencyCode)}` : undefined,
        }))}
      />
      <TextInput
        className={css.short}
        label={poNumberRequired ? 'PO number' : 'PO number (optional)'}
        description={
          poNumberRequired
            ? 'The purchase order number your organisation issued for this order. You need it to place the order, and it appears on the invoice.'
            : 'Your organisation’s purchase order number, if there is one. It appears on the order and the invoice.'
        }
        classNames={{ description: css.help }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        name="poNumber"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-required={poNumberRequired}
        value={poNumber}
        error={poError}
        onChange={(event) => onPoNumber(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </div>
  );
}
