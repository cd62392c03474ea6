import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateCalls } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatAmount } from '../reasoning.ts';
import { nameBalance, type StatementAccount } from '../statement-model.ts';

export interface NewAdjustment {
  account: StatementAccount;
  /** Negative to remove. */
  amount: number;
  reason: string;
}

/** Adjusting the balances of a statement, and undoing that. */
export function useAdjustments(currencyCode: string) {
  const client = useQueryClient();
  const refresh = () =>
    invalidateCalls(
      client,
      'GET /api/entitlement/statement',
      'GET /api/entitlement/requests',
      'GET /api/customers/:id',
      'GET /api/customers',
      'GET /api/customers/:id/history',
    );
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /api/entitlement/adjustments/:id/reversal', { params: { id } }),
    onSuccess: () => showSuccess('Adjustment undone.'),
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  const adjust = useMutation({
    mutationFn: ({ account, amount, reason }: NewAdjustment) =>
      api('POST /api/entitlement/adjustments', { body: { accountId: account.id, amount, reason } }),
    onSuccess: ({ adjustment: { id, amount } }, { account }) => {
      const name = nameBalance(account);
      const size = formatAmount(Math.abs(amount), account.unit, currencyCode);
      showSuccess(amount > 0 ? `Added ${size} to ${name}.` : `Removed ${size} from ${name}.`, {
        action: { label: 'Undo', run: () => undo.mutate(id) },
      });
      return refresh();
    },
  });
  return { adjust, undo };
}
