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
  /** Opens the form for a new address. */
  onAdd: () => void;
}

const sources: Record<CheckoutAddress['source'], string> = {
  customer: 'Your own address',
  resort: 'Your work site’s address',
  organisation: 'Your organisation’s address',
  punchout: 'From your purchasing system',
};

/** The addresses available to the person, and a button to add one. */
export function AddressChoice({ label, addresses, value, onChange, onAdd }: Props) {
  const add = (
    <Button variant="subtle" size="sm" leftSection={<PlusIcon size={16} />} aria-haspopup="dialog" onClick={onAdd}>
      Add an address
    </Button>
  );
  if (addresses.length === 0) {
    return (
      <EmptyState title="No addresses yet" action={add}>
        Your addresses will appear here. Add one to continue, or ask your organisation to add your work site’s address. Your cart
        is saved.
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
