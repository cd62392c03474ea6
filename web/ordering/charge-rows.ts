import type { Cart } from '#web/app/cart.ts';
import type { Amount } from '#web/ui/content/amounts.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';

type Charge = Cart['charges'][number];

/** The amounts beside the goods as rows: the setting up of all designs in one, and each of the others. */
export function listChargeRows(
  charges: readonly Charge[],
  { including, currencyCode }: { including: boolean; currencyCode: string },
): Amount[] {
  const amountOf = (some: readonly Charge[]) => formatMoney(sum(some, including ? 'inclTax' : 'exclTax'), currencyCode);
  const setups = charges.filter(({ kind }) => kind === 'setup');
  const [first] = setups;
  return [
    ...(first
      ? [
          {
            label: setups.length === 1 ? first.name : `Set-up of ${plural(setups.length, 'design')}, once per order`,
            value: amountOf(setups),
          },
        ]
      : []),
    ...charges.filter(({ kind }) => kind !== 'setup').map((charge) => ({ label: charge.name, value: amountOf([charge]) })),
  ];
}

/** Their sum including tax, and the tax in it. */
export function sumCharges(charges: readonly Charge[]): { inclTax: number; tax: number } {
  const inclTax = sum(charges, 'inclTax');
  return { inclTax, tax: Math.round((inclTax - sum(charges, 'exclTax')) * 100) / 100 };
}

const sum = (charges: readonly Charge[], amount: 'inclTax' | 'exclTax') =>
  charges.reduce((total, charge) => total + Math.round((charge[amount] ?? 0) * 100), 0) / 100;
