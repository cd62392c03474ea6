import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorQuery } from '../session/operator-api.ts';

/** Tax rates, and which of them clients pay. */
export type TaxReply = ReplyOf<'GET /api/operator/tax'>;
/** What the reply has. */
export type TaxSettings = TaxReply['taxSettings'];

/** The tax rates and clients. */
export const taxQuery = operatorQuery('GET /api/operator/tax');

/** Shows what a change has made of the rates. */
export function useSavedTax(): (reply: TaxReply, message: string) => void {
  const client = useQueryClient();
  return (reply, message) => {
    client.setQueryData(taxQuery.queryKey, reply);
    showSuccess(message);
  };
}
