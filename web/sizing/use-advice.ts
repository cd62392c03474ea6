import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import { type Advice, adviceOf } from './advice.ts';
import { useClient, useWearer } from './kept-body.ts';
import { useSaid } from './said.ts';
import { sizing } from './service.ts';
import { answersOf, type Typed } from './typed.ts';

/** What is known of the right size: it, or why it is not known, in words. */
export type AdviceState =
  | { kind: 'none' }
  | { kind: 'unmeasured' }
  | { kind: 'refused'; text: string }
  | { kind: 'advised'; advice: Advice; garmentId: number };

const NONE: AdviceState = { kind: 'none' };

async function here(typed: Typed, garmentId: number, signal: AbortSignal): Promise<AdviceState> {
  // The body model comes only when it is needed.
  const [{ garments }, { adviseHere }] = await Promise.all([
    sizing('GET /sizing/garment/list/:id', { params: { id: garmentId }, signal }),
    import('./local-advice.ts'),
  ]);
  const [garment] = garments;
  const advice = garment && adviseHere(answersOf(typed), garment);
  if (!advice) return NONE;
  return 'refusal' in advice ? { kind: 'refused', text: advice.refusal } : { kind: 'advised', advice, garmentId };
}

async function atService(garmentId: number, bodyId: string | null, signal: AbortSignal): Promise<AdviceState> {
  const { suggestion } = await sizing('POST /sizing/suggestion/newsuggestion', {
    body: { YourBodyID: bodyId ?? '0', YourGarmentID: garmentId },
    signal,
  });
  const fitOf = async () => {
    const params = { body: Number(bodyId), garment: garmentId };
    const { fit } = await sizing('GET /sizing/suggestion/fitformeasurements/:body/:garment', { params });
    return fit.sizes.find(({ isRecommended }) => isRecommended)?.areas ?? [];
  };
  const advice = adviceOf(suggestion, bodyId ? fitOf : undefined);
  return advice ? { kind: 'advised', advice, garmentId } : NONE;
}

/** The size of a garment that is likely to fit whoever the pages are shown for. Garments without sizes are not asked about. */
export function useAdvice(garmentId: number, hasSizes: boolean): AdviceState {
  const { wearer, isOwn } = useWearer();
  const known = useClient().data;
  const said = useSaid(isOwn ? wearer?.id : undefined);
  const isKnown = said !== undefined || (known !== undefined && (known.bodyId !== null || (!isOwn && known.isMeasured)));
  const { data } = useQuery({
    queryKey: ['size advice', wearer?.id, garmentId, known?.bodyId ?? null, said ?? null],
    enabled: hasSizes && known !== undefined && isKnown,
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }): Promise<AdviceState> => {
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
export const advisedSize = (state: AdviceState) => (state.kind === 'advised' ? state.advice.sizeId : undefined);

/** The advised value of a garment's leg. */
export const advisedLeg = (state: AdviceState) => (state.kind === 'advised' ? state.advice.leg?.id : undefined);
