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

/** How the order is paid, and the number that the organisation's books know it by. */
export function PaymentSection(props: Props) {
  const { options, value, currencyCode, onChange, poNumber, poNumberRequired, poError, onPoNumber, onLeave } = props;
  return (
    <div className={css.fields}>
      <OptionCards
        label="How is the order paid?"
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
            ? 'The purchase order number that your organisation has given out for this order. It stands on the invoice; without it the order cannot be placed.'
            : 'The purchase order number of your organisation, if there is one. It stands on the order and on the invoice.'
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
