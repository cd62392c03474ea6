import { HttpError } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ApprovalReason } from '../approval/approval-reasons.rules.ts';
import { validatePoNumber } from '../approval/po-number.rules.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { type AnsweredQuestion, listAnswerRefusals } from '../checkout-questions/asked-questions.rules.ts';
import { type CreditTerms, explainCreditRefusal } from '../credit/credit.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import {
  explainWithdrawnDelivery,
  hasOwnPart,
  mustGivePoNumber,
  NO_ORDER_DECIDER,
  type OrderingRules,
  type OrderTotals,
  type PaymentMethod,
  type ShippingRate,
} from './checkout.rules.ts';

/** What is known of an order before it is placed, as far as it can be refused for it. */
interface OrderToCheck {
  cart: { rules: OrderingRules; credit: CreditTerms };
  choices: { poNumber: string | null };
  lines: readonly PricedLine[];
  /** Why the whole cart cannot be returned to a buyer's system. */
  cartWarnings: readonly string[];
  billingAddress: object | undefined;
  shippingAddress: object | undefined;
  shipping: ShippingRate | undefined;
  payment: PaymentMethod | undefined;
  /** Whether the organisation pays on account for a part of it, beside what the person pays, and that is not open to the person. */
  lacksAccount: boolean;
  totals: Pick<OrderTotals, 'accountMinor' | 'card' | 'isAllOwn'>;
  approvalReasons: readonly ApprovalReason[];
  lacksDecider: boolean;
  withdrawnDelivery: string | undefined;
  questions: readonly AnsweredQuestion[];
  /** False when this request says that the terms are not accepted. */
  termsAccepted: boolean;
}

/** Why an order cannot be placed: the key and sentences of the error that placing it answers with. */
interface OrderRefusal {
  status: 400 | 422;
  field: string;
  messages: string[];
  /** Whether it has not been chosen or filled in yet, rather than being wrong. */
  isMissing: boolean;
}

type Check = (order: OrderToCheck, scope: Scope) => OrderRefusal[];

const refuse =
  (status: 400 | 422, isMissing: boolean) =>
  (field: string, ...messages: string[]): OrderRefusal[] => [{ status, field, messages, isMissing }];
const breaksRule = refuse(400, false);
const isNotChosen = refuse(400, true);
const isInvalid = refuse(422, false);
const isNotFilledIn = refuse(422, true);
const NONE: OrderRefusal[] = [];

/** Goods that neither an entitlement covers nor the person pays, where the person may not order on account. */
const NO_ACCOUNT =
  'Your organisation pays for some of these items on account, which isn’t available to you. Please order them separately, or contact your administrator.';
/** The card was withdrawn since the lines were read. */
const NO_OWN_PAYMENT =
  'Paying for more yourself is not possible at the moment. Please reduce the quantities to what your entitlement covers.';

/** Why the credit of the organisation does not allow an order, as a sentence; undefined when it does. What a card pays takes none of it. */
export const explainCreditOfOrder = (
  credit: CreditTerms,
  { accountMinor, card }: Pick<OrderTotals, 'accountMinor' | 'card'>,
  viewer: Scope,
): string | undefined => (card?.isAll ? undefined : explainCreditRefusal(credit, accountMinor, viewer));

/** Every reason for which an order is refused, in the order in which placing it names them. The summary names all of them. */
export const ORDER_CHECKS = {
  terms: ({ termsAccepted }) =>
    termsAccepted ? NONE : isInvalid('termsAccepted', 'Please accept the terms to place the order.'),
  lines: ({ lines }) => {
    const messages = lines.flatMap(({ warnings, productName, description }) =>
      warnings.map((warning) =>
        warning.includes(productName) ? warning : `${nameLine({ productName, description })}: ${warning}`,
      ),
    );
    return messages.length === 0 ? NONE : breaksRule('cart', ...messages);
  },
  decider: ({ lacksDecider }) => (lacksDecider ? breaksRule('approval', NO_ORDER_DECIDER) : NONE),
  credit: ({ cart, totals }, scope) => {
    const refusal = explainCreditOfOrder(cart.credit, totals, scope);
    return refusal ? breaksRule('credit', refusal) : NONE;
  },
  reasons: ({ lines }) =>
    lines
      .filter(({ coverage, reason }) => coverage.beyond > coverage.own && reason === null)
      .flatMap(({ id, productName }) =>
        isNotFilledIn(`items[${id}].reason`, `Please give a reason for ordering more of ${productName}.`),
      ),
  shippingAddress: ({ shippingAddress }) =>
    shippingAddress ? NONE : isNotChosen('shippingAddress', 'Please choose a delivery address.'),
  billingAddress: ({ billingAddress }) =>
    billingAddress ? NONE : isNotChosen('billingAddress', 'Please choose an invoice address.'),
  shippingOption: ({ shipping, withdrawnDelivery }) => {
    if (withdrawnDelivery) return breaksRule('shippingOption', explainWithdrawnDelivery(withdrawnDelivery));
    return shipping ? NONE : isNotChosen('shippingOption', 'Please choose a delivery method.');
  },
  payment: ({ payment, lacksAccount, lines }) => {
    if (lacksAccount) return breaksRule('paymentMethodSystemName', NO_ACCOUNT);
    if (payment) return NONE;
    return hasOwnPart(lines)
      ? breaksRule('paymentMethodSystemName', NO_OWN_PAYMENT)
      : isNotChosen('paymentMethodSystemName', 'Please choose a payment method.');
  },
  poNumber: ({ cart: { rules }, choices, approvalReasons, totals }) => {
    const refusal = validatePoNumber(choices.poNumber, {
      isRequired: mustGivePoNumber(rules, approvalReasons, totals),
      pattern: rules.poNumberPattern,
      message: rules.poNumberMessage,
    });
    if (refusal === undefined) return NONE;
    return choices.poNumber === null ? isNotFilledIn('poNumber', refusal) : isInvalid('poNumber', refusal);
  },
  questions: ({ questions }) => {
    const { gone, missing } = listAnswerRefusals(questions);
    if (gone.length > 0) return isInvalid('checkoutAttributes', ...gone, ...missing);
    return missing.length > 0 ? isNotFilledIn('checkoutAttributes', ...missing) : NONE;
  },
} satisfies Record<string, Check>;

/** Why the whole cart of a trip cannot be returned. */
const checkReturn: Check = ({ cartWarnings }) => (cartWarnings.length === 0 ? NONE : breaksRule('cart', ...cartWarnings));

/** The checks that apply. The buyer's system has its own payment, PO number and addresses of invoices, and approves; a cart that is returned to it takes no credit. */
function listChecks({ trip }: Scope): Check[] {
  if (!trip) return Object.values(ORDER_CHECKS);
  const { terms, lines, shippingAddress, shippingOption } = ORDER_CHECKS;
  return [
    ...(trip.waivesTerms ? [] : [terms]),
    lines,
    checkReturn,
    ...(trip.returnsDelivery ? [shippingAddress, shippingOption] : []),
  ];
}

/** Why the order cannot be placed, or the cart of a trip not be returned, as it is; empty when it can. */
export const listOrderRefusals = (order: OrderToCheck, scope: Scope): OrderRefusal[] =>
  listChecks(scope).flatMap((check) => check(order, scope));

/** Throws 400 or 422 for the first of these reasons; where several fields are refused alike, such as the reasons of lines, for all of them. */
export function assertNotRefused(order: OrderToCheck, scope: Scope): void {
  for (const check of listChecks(scope)) {
    const refusals = check(order, scope);
    if (refusals[0])
      throw new HttpError(refusals[0].status, Object.fromEntries(refusals.map(({ field, messages }) => [field, messages])));
  }
}
