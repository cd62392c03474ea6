import { useQuery } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import type { Personalising } from '#web/catalogue/customisation/use-personalising.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import type { BuilderProduct } from './builder-model.ts';
import css from './garment.module.css';

type OwnPayment = NonNullable<BuilderProduct['ownPayment']>;

interface Props {
  productId: number;
  combinationId: number | undefined;
  choice: { quantity: number; own: number; ownPayment: OwnPayment | null };
  designs: Personalising['designs'];
}

const ALL_COVERED = 'This is all that your entitlement covers.';

const REASONS: Readonly<Record<OwnPayment, string>> = {
  possible: 'You can order more and pay for it yourself by card.',
  unavailable: 'Paying for more yourself is not possible at the moment.',
  protective: 'Protective equipment is provided by your employer, so no one pays for it themselves.',
  required: 'It is required at work and provided by your employer, so no one pays for it themselves.',
};

/** What a wearer pays for themselves of a quantity, with tax; where nothing yet, whether they can pay for more. */
export function PayYourself({ productId, combinationId, choice: { quantity, own, ownPayment }, designs }: Props) {
  const currencyCode = useProfile()?.currencyCode ?? '';
  const item = {
    combinationId: combinationId ?? 0,
    quantity,
    ownQuantity: own,
    ...(designs.length > 0 && { customisations: designs.map(toDesignInput) }),
  };
  const { data } = useQuery({
    queryKey: ['POST /api/product/getbuynowtotals', productId, JSON.stringify(item)],
    queryFn: ({ signal }) => api('POST /api/product/getbuynowtotals', { body: { productId, items: [item] }, signal }),
    enabled: own > 0 && combinationId !== undefined,
    staleTime: 30_000,
  });
  if (!ownPayment) return null;
  const total = data?.totals.items[0]?.ownTotal ?? null;
  return (
    <p className={css.beyond} role="status">
      {own === 0
        ? `${ALL_COVERED} ${REASONS[ownPayment]}`
        : `${formatNumber(quantity - own)} covered by your entitlement, ${formatNumber(own)} paid by you${
            total === null ? '' : `: ${formatMoney(total, currencyCode)} including tax`
          }.`}
    </p>
  );
}
