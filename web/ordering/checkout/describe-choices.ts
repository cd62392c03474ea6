import { formatShortAddress } from '#web/ui/format/address.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';
import { describeAnswer, type Question } from '../checkout-questions/answers.ts';
import {
  type CheckoutAddress,
  type CheckoutChoices,
  type CheckoutFormValues,
  type CheckoutOptions,
  findCollection,
} from './checkout-choices.ts';
import { formatDeliveryRate } from './delivery-choice.tsx';
import type { CheckoutStep } from './steps.ts';

interface Described {
  lists: CheckoutOptions;
  chosen: CheckoutChoices;
  values: CheckoutFormValues;
  questions: readonly Question[];
  currencyCode: string;
  pricesVisible: boolean;
}

const describeAddress = (addresses: readonly CheckoutAddress[], id: number | null) => {
  const address = addresses.find((one) => one.id === id);
  return address ? formatShortAddress(address) : '';
};

const join = (parts: readonly (string | false | undefined)[], separator: string) => parts.filter(Boolean).join(separator);

/** What is chosen in each step, as a closed step shows it; empty where nothing is. */
export function describeChoices({
  lists,
  chosen,
  values,
  questions,
  currencyCode,
  pricesVisible,
}: Described): Record<CheckoutStep, string> {
  const delivery = lists.deliveryOptions?.find(({ name }) => name === chosen.shippingOption);
  const payment = lists.paymentOptions.find((option) => option.paymentMethodSystemName === chosen.paymentMethodSystemName);
  const poNumber = values.poNumber.trim();
  const day = values.requestedDay === INCOMPLETE_DAY ? '' : values.requestedDay;
  return {
    address: findCollection(lists.deliveryOptions, chosen)
      ? 'Not needed, because you collect this order.'
      : describeAddress(lists.shippingAddresses, chosen.shippingAddressId),
    delivery: delivery
      ? join([delivery.name, pricesVisible && delivery.rate !== null && formatDeliveryRate(delivery.rate, currencyCode)], ', ')
      : '',
    invoice: describeAddress(lists.billingAddresses, chosen.billingAddressId),
    questions: questions
      .map((question) => ({ name: question.name, answer: describeAnswer(question, values.answers[question.id] ?? '') }))
      .filter(({ answer }) => answer !== '')
      .map(({ name, answer }) => `${name.replace(/[:?]$/, '')}: ${answer}`)
      .join('\n'),
    payment: join([payment?.name, poNumber && `PO number ${poNumber}`], ', '),
    review: join([day && `Not before ${formatDate(day)}`, values.comments.trim()], ' · '),
  };
}
