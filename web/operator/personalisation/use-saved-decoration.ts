import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorQuery } from '../session/operator-api.ts';

/** Methods, colours and positions. */
export type DecorationReply = ReplyOf<'GET /api/operator/decoration'>;
export type Decoration = DecorationReply['decoration'];
export type Method = Decoration['methods'][number];
export type Colour = Decoration['colours'][number];
export type DecoratedGarment = Decoration['garments'][number];
export type Position = DecoratedGarment['positions'][number];

/** What the supplier can put on garments. */
export const decorationQuery = operatorQuery('GET /api/operator/decoration');

/** Shows what a change has made of methods, colours and positions. */
export function useSavedDecoration(): (reply: DecorationReply, message: string) => void {
  const client = useQueryClient();
  return ({ decoration }, message) => {
    client.setQueryData(decorationQuery.queryKey, { decoration });
    showSuccess(message);
  };
}

/** Loads all again after an edit conflict. */
export function useReloadDecoration(): () => Promise<Decoration> {
  const client = useQueryClient();
  return async () => (await client.fetchQuery({ ...decorationQuery, staleTime: 0 })).decoration;
}
