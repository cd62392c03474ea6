import { calculateTax, toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type AnsweredQuestion, getDefaultAnswer } from './asked-questions.rules.ts';

type WireQuestion = ReplyOf<'POST /api/checkoutsummary'>['checkoutAttributes'][number];

const INCLUDING_TAX = 0;

/** A question as the summary asks it, with prices as the person sees them. */
export function toAskedQuestion(
  { question, value, notice }: AnsweredQuestion,
  { pricesVisible, taxDisplayType, taxRate }: Pick<Scope, 'pricesVisible' | 'taxDisplayType' | 'taxRate'>,
): WireQuestion {
  return {
    id: question.id,
    name: question.name,
    textPrompt: question.textPrompt,
    isRequired: question.isRequired,
    attributeControlTypeId: question.kind,
    defaultValue: getDefaultAnswer(question) || null,
    values: question.values.map(({ id, name, priceMinor, isPreselected }, index) => ({
      id,
      name,
      priceAdjustment: pricesVisible
        ? toMajorUnits(taxDisplayType === INCLUDING_TAX ? priceMinor + calculateTax(priceMinor, taxRate) : priceMinor)
        : null,
      isPreSelected: isPreselected,
      displayOrder: index,
    })),
    selected: value === '' ? null : value,
    isCostCentre: question.isCostCentre,
    notice,
  };
}
