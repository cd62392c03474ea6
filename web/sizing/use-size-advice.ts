import { useQuery } from '@tanstack/react-query';
import type { SizeEnd } from '#body/suggest.ts';
import { ApiError } from '#web/app/api-error.ts';
import { isSafeToSelect, REFUSAL_MESSAGES, type SizeRecommendation, toSizeRecommendation } from './advice.ts';
import { useSizeDraft } from './size-draft.ts';
import { type SizeFormValues, toAnswers, toSizeFormValues } from './size-form-values.ts';
import { sizingApi } from './sizing-api.ts';
import { useSizingClient, useWearer } from './stored-body.ts';

/** The size advice, or the reason why there is none. */
export type SizeAdviceState =
  | { kind: 'none'; isLoading?: true }
  | { kind: 'unmeasured' }
  | { kind: 'refused'; text: string; code: string | undefined; garmentId: number; end?: SizeEnd | undefined }
  | { kind: 'advised'; advice: SizeRecommendation; garmentId: number };

const NONE: SizeAdviceState = { kind: 'none' };
const UNMEASURED: SizeAdviceState = { kind: 'unmeasured' };
const LOADING: SizeAdviceState = { kind: 'none', isLoading: true };

async function adviseInBrowser(typed: SizeFormValues, garmentId: number, signal: AbortSignal): Promise<SizeAdviceState> {
  // The body model is loaded only when it is needed.
  const [{ garments }, { adviseLocally }] = await Promise.all([
    sizingApi('GET /sizing/garment/list/:id', { params: { id: garmentId }, signal }),
    import('./local-advice.ts'),
  ]);
  const [garment] = garments;
  const advice = garment && adviseLocally(toAnswers(typed), garment);
  if (!advice) return NONE;
  return 'refusal' in advice
    ? { kind: 'refused', text: REFUSAL_MESSAGES[advice.refusal], code: advice.refusal, garmentId, end: advice.end }
    : { kind: 'advised', advice, garmentId };
}

async function adviseByService(garmentId: number, bodyId: string | null, signal: AbortSignal): Promise<SizeAdviceState> {
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

/** Where the garment's sizes end for the wearer's own saved body, which the service's refusal does not say. */
async function findEnd(garmentId: number, bodyId: string | null, signal: AbortSignal): Promise<SizeEnd | undefined> {
  if (!bodyId) return undefined;
  const { body } = await sizingApi('GET /sizing/body/:id', { params: { id: Number(bodyId) }, signal });
  const state = await adviseInBrowser(toSizeFormValues(body), garmentId, signal);
  return state.kind === 'refused' ? state.end : undefined;
}

/** The size of a garment that is likely to fit the wearer whose pages are shown. No request is made for a garment without sizes. */
export function useSizeAdvice(garmentId: number, hasSizes: boolean): SizeAdviceState {
  const { wearer, isOwn } = useWearer();
  const { data: known, isLoading: isClientLoading } = useSizingClient();
  const draft = useSizeDraft(isOwn ? wearer?.id : undefined);
  const isKnown = draft !== undefined || (known !== undefined && (known.bodyId !== null || (!isOwn && known.isMeasured)));
  const { data, isLoading } = useQuery({
    queryKey: ['size advice', wearer?.id, garmentId, known?.bodyId ?? null, draft ?? null],
    enabled: hasSizes && known !== undefined && isKnown,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<SizeAdviceState> => {
      try {
        return draft
          ? await adviseInBrowser(draft, garmentId, signal)
          : await adviseByService(garmentId, known?.bodyId ?? null, signal);
      } catch (error) {
        // A refusal is shown in the service's words; if the service is unavailable, nothing is shown.
        if (error instanceof ApiError && [404, 409, 422].includes(error.status))
          return {
            kind: 'refused',
            text: error.message,
            code: error.code,
            garmentId,
            end: error.code === 'NO_RECOMMENDATION_PERSON' ? await findEnd(garmentId, known?.bodyId ?? null, signal) : undefined,
          };
        throw error;
      }
    },
  });
  if (!hasSizes) return NONE;
  if (!known) return isClientLoading ? LOADING : NONE;
  return isKnown ? (data ?? (isLoading ? LOADING : NONE)) : UNMEASURED;
}

/** Whether the advised size may be selected without asking. */
export const isToSelect = (state: SizeAdviceState) => state.kind === 'advised' && isSafeToSelect(state.advice);

/** Id of the advised size value, to highlight it. */
export const getAdvisedSizeId = (state: SizeAdviceState) => (state.kind === 'advised' ? state.advice.sizeId : undefined);
