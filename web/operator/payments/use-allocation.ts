import { useQuery } from '@tanstack/react-query';
import { operatorQuery } from '../session/operator-api.ts';
import { proposeAllocation, subtract, sumAmounts } from './allocation.ts';
import { parseMoney, toMoneyText } from './parse-money.ts';

/** As many as the server sends at once. */
const MAX_ROWS = 250;

/** The amounts as someone typed them, by the id of the invoice; null: as proposed. */
export type TypedAmounts = Readonly<Record<number, string>> | null;

export type Allocation = ReturnType<typeof useAllocation>;

/** What a payment of an amount covers of the open invoices of an organisation: as proposed, or as someone has typed it. */
export function useAllocation(
  organisationId: number,
  amount: number | undefined,
  typed: TypedAmounts,
  onType: (typed: TypedAmounts) => void,
) {
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/invoices', {
      query: { organisationId, status: 'open', sort: 'dueOn', limit: MAX_ROWS },
    }),
    enabled: organisationId > 0,
  });
  const invoices = data?.invoices ?? [];
  const proposal = proposeAllocation(amount ?? 0, invoices);
  const textOf = (id: number) => {
    const proposed = proposal.get(id);
    return typed ? (typed[id] ?? '') : proposed === undefined ? '' : toMoneyText(proposed);
  };
  const entries = invoices.map((invoice) => ({ invoice, text: textOf(invoice.id), amount: parseMoney(textOf(invoice.id)) }));
  const taken = sumAmounts(entries.map((entry) => entry.amount ?? 0));
  return {
    entries,
    taken,
    /** What covers no invoice; negative when the invoices take more. */
    left: subtract(amount ?? 0, taken),
    isValid: entries.every(
      ({ text, amount: covered, invoice }) => text.trim() === '' || (covered !== undefined && covered <= invoice.openAmount),
    ),
    isLoaded: data !== undefined,
    error,
    refetch,
    isTyped: typed !== null,
    hasMore: (data?.totalCount ?? 0) > invoices.length,
    stillOpen: subtract(sumAmounts(invoices.map(({ openAmount }) => openAmount)), taken),
    type: (id: number, text: string) =>
      onType(Object.fromEntries(entries.map(({ invoice, text: before }) => [invoice.id, invoice.id === id ? text : before]))),
    propose: () => onType(null),
    toBody: () =>
      entries.flatMap(({ invoice, amount: covered }) =>
        covered === undefined ? [] : [{ invoiceId: invoice.id, amount: covered }],
      ),
  };
}

/** What is wrong with the amounts that invoices take of a payment. */
export function findAllocationProblem({ isValid, left }: Allocation, amount: number | undefined): string | undefined {
  if (!isValid) return 'Correct the marked amounts.';
  return amount !== undefined && left < 0 ? 'Reduce the amounts above.' : undefined;
}
