import type { PaymentOption } from './checkout-choices.ts';
import { formatDeliveryRate } from './delivery-choice.tsx';
import { OptionCards } from './option-cards.tsx';
import { PoNumberField } from './po-number-field.tsx';
import css from './steps.module.css';

interface Props {
  options: readonly PaymentOption[];
  /** Who pays what, where a card pays something. */
  parts: string;
  /** Whether there is anything to choose: what the person pays themselves is paid by card. */
  hasChoice: boolean;
  value: string | null;
  currencyCode: string;
  onChange: (systemName: string) => void;
  poNumber: string;
  poNumberRequired: boolean;
  isInvoiced: boolean;
  poError: string | undefined;
  onPoNumber: (poNumber: string) => void;
  onLeave: () => void;
}

/** Payment method and purchase order number. */
export function PaymentSection(props: Props) {
  const { options, parts, hasChoice, value, currencyCode, onChange } = props;
  return (
    <div className={css.fields}>
      {parts && <p>{parts}</p>}
      {hasChoice && (
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
      )}
      <PoNumberField
        value={props.poNumber}
        required={props.poNumberRequired}
        isInvoiced={props.isInvoiced}
        error={props.poError}
        onChange={props.onPoNumber}
        onLeave={props.onLeave}
      />
    </div>
  );
}
