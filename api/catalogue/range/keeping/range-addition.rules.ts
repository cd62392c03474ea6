import type { ReplyOf } from '#contract/index.ts';

type Addition = ReplyOf<'POST /api/operator/organisations/:id/range'>['addition'];

/** What decides whether a product can be added to a client's range. */
export interface AdditionCandidate {
  organisationId: number;
  productId: number;
  clientName: string;
  productName: string;
  isPresent: boolean;
  isOnSale: boolean;
  /** Whether it is on sale, and made for no other client. */
  isOfferable: boolean;
}

/** Names that a reply has for each reason. */
const MAX_NAMES = 5;

/** Why a product cannot be added to the range of a client, as a sentence; null when it can, and when it is there already. */
export function explainAdditionRefusal({
  isPresent,
  isOnSale,
  isOfferable,
}: Pick<AdditionCandidate, 'isPresent' | 'isOnSale' | 'isOfferable'>): string | null {
  if (isPresent || isOfferable) return null;
  return isOnSale ? 'It is made for another client.' : 'It is not on sale. Put it on sale first.';
}

/**
 * What becomes of products that are to be added to ranges: how many are added, are there already, and are left alone. `named`: what the reply names, where
 * several products are added to one range, or one product to several.
 */
export function summariseAddition(candidates: readonly AdditionCandidate[], named: 'productName' | 'clientName'): Addition {
  const refused = Map.groupBy(
    candidates.filter((candidate) => explainAdditionRefusal(candidate) !== null),
    (candidate) => explainAdditionRefusal(candidate) ?? '',
  );
  return {
    added: candidates.filter(({ isPresent, isOfferable }) => !isPresent && isOfferable).length,
    present: candidates.filter(({ isPresent }) => isPresent).length,
    refusals: [...refused].map(([reason, each]) => ({
      reason,
      count: each.length,
      names: each.slice(0, MAX_NAMES).map((candidate) => candidate[named]),
    })),
  };
}
