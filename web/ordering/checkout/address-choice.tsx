import { Button } from '@mantine/core';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { addressLines } from '#web/ui/format/address.tsx';
import type { CheckoutAddress } from './checkout-choices.ts';
import { OptionCards } from './option-cards.tsx';

interface Props {
  label: string;
  addresses: readonly CheckoutAddress[];
  value: number | null;
  onChange: (id: number) => void;
  /** Leads to the form of a new one. */
  onAdd: () => void;
}

const sources: Record<CheckoutAddress['source'], string> = {
  customer: 'Your own address',
  resort: 'Address of your work site',
  organisation: 'Address of your organisation',
  punchout: 'Address of your purchasing system',
};

/** One of the addresses that the person may use, or a new one. */
export function AddressChoice({ label, addresses, value, onChange, onAdd }: Props) {
  const add = (
    <Button variant="subtle" size="sm" leftSection={<PlusIcon size={16} />} onClick={onAdd}>
      Add an address
    </Button>
  );
  if (addresses.length === 0) {
    return (
      <EmptyState title="There is no address to choose" action={add}>
        Addresses of your work site are added by your organisation. Your cart is kept meanwhile.
      </EmptyState>
    );
  }
  return (
    <>
      <OptionCards
        wide
        label={label}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(Number(id))}
        options={addresses.map((address) => {
          const [first, ...others] = addressLines(address);
          return { value: String(address.id), title: first, notes: `${others.join(', ')}\n${sources[address.source]}` };
        })}
      />
      {add}
    </>
  );
}
