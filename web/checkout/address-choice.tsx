import { addressLines } from '../ui/address.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Address } from './choices.ts';
import { OptionCards } from './option-cards.tsx';

interface Props {
  label: string;
  addresses: readonly Address[];
  value: number | null;
  onChange: (id: number) => void;
}

const sources: Record<Address['source'], string> = {
  customer: 'Your own address',
  resort: 'Address of your work site',
  organisation: 'Address of your organisation',
  punchout: 'Address of your purchasing system',
};

/** One of the addresses that the person may use. */
export function AddressChoice({ label, addresses, value, onChange }: Props) {
  if (addresses.length === 0) {
    return (
      <EmptyState title="There is no address to choose">
        Ask the person who looks after uniforms in your organisation to add one for you. Your cart is kept until then.
      </EmptyState>
    );
  }
  return (
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
  );
}
