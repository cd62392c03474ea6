/** An invoice that a payment can cover. Amounts in major units, including tax. */
export interface OpenInvoice {
  id: number;
  number: string;
  openAmount: number;
}

const toMinor = (amount: number) => Math.round(amount * 100);

/** What the amount covers of invoices in their order, the first ones wholly; by the id of the invoice. */
export function proposeAllocation(amount: number, invoices: readonly OpenInvoice[]): Map<number, number> {
  let left = toMinor(amount);
  const proposal = new Map<number, number>();
  for (const { id, openAmount } of invoices) {
    const covered = Math.min(left, toMinor(openAmount));
    if (covered > 0) proposal.set(id, covered / 100);
    left -= covered;
  }
  return proposal;
}

/** The sum of amounts without errors of binary fractions. */
export const sumAmounts = (amounts: Iterable<number>): number =>
  [...amounts].reduce((sum, amount) => sum + toMinor(amount), 0) / 100;

/** What is left of an amount; negative when more is taken. */
export const subtract = (amount: number, taken: number): number => (toMinor(amount) - toMinor(taken)) / 100;
