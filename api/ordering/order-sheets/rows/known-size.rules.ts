import { weighKeptSize } from '#body/kept-size.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { SheetProduct, SizeChoice, SizeKnowledge, SizeProposal } from './choose-combination.rules.ts';

type KeptSize = ReplyOf<'GET /api/keptsizes'>['keptSizes'][number];

/** The size that someone has kept, by the columns of a sheet. */
export function toSizeChoice({ size, sizeId, values }: KeptSize): SizeChoice {
  const fits = values.filter(({ id }) => id !== sizeId).map(({ name }) => name);
  return { size, fit: fits.length > 0 ? fits.join(' ') : null };
}

/** What is known of the size of a product for a person: the size they have kept leads over the advised one, unless it has to be asked. */
export function knowSize(
  wearerName: string,
  { combinations }: Pick<SheetProduct, 'combinations'>,
  kept: KeptSize | undefined,
  advised: { size: string; leg: string | null } | undefined,
): SizeKnowledge {
  const advice: SizeProposal[] = advised ? [{ size: advised.size, fit: advised.leg, from: 'advice' }] : [];
  if (!kept) return { proposals: advice };
  const proposals: SizeProposal[] = [{ ...toSizeChoice(kept), from: 'kept' }, ...advice];
  const order = [...new Set(combinations.flatMap(({ size }) => size ?? []))];
  const verdict = weighKeptSize(order, { sizeId: kept.size, fit: kept.fit }, advised?.size);
  if (verdict.kind === 'propose') return { proposals };
  const { because, otherId: other } = verdict;
  const text =
    because === 'fit'
      ? `${wearerName} said that ${kept.size} is too ${kept.fit === 'tooSmall' ? 'small' : 'big'}. Enter a size.`
      : `${wearerName} has kept ${kept.size}, but their measurements suggest ${other}. Enter a size.`;
  return { proposals, question: { text, choices: other === undefined ? [kept.size] : [kept.size, other] } };
}
