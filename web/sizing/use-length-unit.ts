import { useQuery } from '@tanstack/react-query';
import { readSizeCookies } from './size-cookies.ts';
import { useSizeDraft } from './size-draft.ts';
import { storedBodyQuery, useSizingClient, useWearer } from './stored-body.ts';

/** The unit in which the person types lengths: in this tab, else of the saved body, else as last chosen in this browser. */
export function useLengthUnit(): 'cm' | 'inches' {
  const { wearer, isOwn } = useWearer();
  const draft = useSizeDraft(isOwn ? wearer?.id : undefined);
  const { data: known } = useSizingClient();
  const { data: body } = useQuery(storedBodyQuery(isOwn ? known?.bodyId : null));
  if (draft) return draft.lengthUnit;
  return (body ?? readSizeCookies()).heightUnits === 2 ? 'inches' : 'cm';
}
