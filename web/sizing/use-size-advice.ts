import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/app/api-error.ts';
import { type SizeRecommendation, toSizeRecommendation } from './advice.ts';
import { useSizeDraft } from './size-draft.ts';
import { type SizeFormValues, toAnswers } from './size-form-values.ts';
import { sizingApi } from './sizing-api.ts';
import { useSizingClient, useWearer } from './stored-body.ts';

/** What is known of the right size: it, or why it is not known, in words. */
export type SizeAdviceState =
  | { kind: 'none' }
  | { kind: 'unmeasured' }
  | { kind: 'refused'; text: string }
  | { kind: 'advised'; advice: SizeRecommendation; garmentId: number };

const NONE: SizeAdviceState = { kind: 'none' };

async function here(typed: SizeFormValues, garmentId: number, signal: AbortSignal): Promise<SizeAdviceState> {
  // The body model comes only when it is needed.
  const [{ garments }, { adviseLocally }] = await Promise.all([
    sizingApi('GET /sizing/garment/list/:id', { params: { id: garmentId }, signal }),
    import('./local-advice.ts'),
  ]);
  const [garment] = garments;
  const advice = garment && adviseLocally(toAnswers(typed), garment);
  if (!advice) return NONE;
  return 'refusal' in advice ? { kind: 'refused', text: advice.refusal } : { kind: 'advised', advice, garmentId };
}

async function atService(garmentId: number, bodyId: string | null, signal: AbortSignal): Promise<SizeAdviceState> {
  const { suggestion } = await sizingApi('POST /sizing/suggestion/newsuggestion', {
    body: { YourBodyID: bodyId ?? '0', YourGarmentID: garmentId },
    signal,
  });
  const loadFit = async () => {
    const params = { body: Number(bodyId), garment: garmentId };
    const { fit } = await sizingApi('GET /sizing/suggestion/fitformeasurements/:body/:garment', { params });
    return fit.sizes.find(({ isRecommended }) => isRecommended)?.areas ?? [];
  };
  const advice = toSizeRecommendation(suggestion, bodyId ? loadFit : undefined);
  return advice ? { kind: 'advised', advice, garmentId } : NONE;
}

/** The size of a garment that is likely to fit whoever the pages are shown for. Garments without sizes are not asked about. */
export function useSizeAdvice(garmentId: number, hasSizes: boolean): SizeAdviceState {
  const { wearer, isOwn } = useWearer();
  const known = useSizingClient().data;
  const said = useSizeDraft(isOwn ? wearer?.id : undefined);
  const isKnown = said !== undefined || (known !== undefined && (known.bodyId !== null || (!isOwn && known.isMeasured)));
  const { data } = useQuery({
    queryKey: ['size advice', wearer?.id, garmentId, known?.bodyId ?? null, said ?? null],
    enabled: hasSizes && known !== undefined && isKnown,
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<SizeAdviceState> => {
      try {
        return said ? await here(said, garmentId, signal) : await atService(garmentId, known?.bodyId ?? null, signal);
      } catch (error) {
        // What the service refuses is said in its words; when it is away, nothing is.
        if (error instanceof ApiError && [404, 409, 422].includes(error.status)) return { kind: 'refused', text: error.message };
        throw error;
      }
    },
  });
  if (!hasSizes || !known) return NONE;
  return isKnown ? (data ?? NONE) : { kind: 'unmeasured' };
}

/** The advised value of a garment's size, to be marked where it stands. */
export const getAdvisedSizeId = (state: SizeAdviceState) => (state.kind === 'advised' ? state.advice.sizeId : undefined);

/** The advised value of a garment's leg. */
export const getAdvisedLegId = (state: SizeAdviceState) => (state.kind === 'advised' ? state.advice.leg?.id : undefined);
