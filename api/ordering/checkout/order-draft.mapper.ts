import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ApprovalReason } from '../approval/approval-reasons.rules.ts';
import type { PricedLine } from '../cart/cart.rules.ts';
import { type AnsweredQuestion, findChosenCostCentre, toOrderedAnswers } from '../checkout-questions/asked-questions.rules.ts';
import type { OrderForMail } from '../mails/mailed-order.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import type { CheckoutChoices, LockedCart } from './checkout.queries.ts';
import {
  countPaidByCard,
  ENTITLEMENT_PAYMENT,
  type OrderTotals,
  type PaymentMethod,
  type ShippingRate,
} from './checkout.rules.ts';
import type { NewOrder } from './insert-order.queries.ts';

/** An order as it would be placed now. Everything is read and calculated again; no amount comes from the client. */
export interface OrderDraft {
  cart: LockedCart;
  choices: CheckoutChoices;
  lines: PricedLine[];
  /** Why the whole cart cannot be returned to a buyer's system; empty outside PunchOut. */
  cartWarnings: readonly string[];
  billingAddress: Address | undefined;
  shippingAddress: Address | undefined;
  shipping: ShippingRate | undefined;
  payment: PaymentMethod | undefined;
  /** Whether the organisation pays on account for a part of it, beside what the person pays, and that is not open to the person. */
  lacksAccount: boolean;
  /** The questions that are asked, with their answers. */
  questions: AnsweredQuestion[];
  totals: OrderTotals;
  /** Why the order needs approval; empty when it does not. */
  approvalReasons: ApprovalReason[];
  /** Whether it does, and no one could decide on it. */
  lacksDecider: boolean;
  /** The delivery that was chosen earlier and is no longer offered to the person; undefined when there is none. */
  withdrawnDelivery: string | undefined;
  /** False when this request says that the terms are not accepted. */
  termsAccepted: boolean;
  /** The day by which what need not be waited for is expected; null when unknown. */
  expectedOn: string | null;
}

/** What of a draft is stored as the order. `today` is the day of the organisation. */
export function toNewOrder(draft: OrderDraft, { caller, effective }: RequestContext, today: string): NewOrder {
  const { cart, choices, lines, totals, payment, shipping, billingAddress, shippingAddress } = draft;
  return {
    checkoutId: cart.checkoutId,
    cartId: cart.id,
    origin: lines.every(({ source }) => source === 'reorder') ? 'reorder' : 'portal',
    replacesOrderIds: lines.flatMap(({ replacesOrderIds }) => replacesOrderIds),
    placedById: caller.customerId,
    approvalReasons: draft.approvalReasons,
    totals,
    taxRate: effective.taxRate,
    poNumber: choices.poNumber,
    comments: choices.comments,
    answers: toOrderedAnswers(draft.questions),
    costCentreId: findChosenCostCentre(draft.questions)?.id ?? null,
    requestedDelivery: choices.requestedDelivery,
    today,
    shippingMethod: shipping?.name ?? null,
    paymentMethod: payment?.systemName ?? '',
    billingAddress: billingAddress as Address,
    shippingAddress: shippingAddress as Address,
    lines: lines.map((line) => ({ ...line, cardQuantity: countPaidByCard(line, totals.card) })),
  };
}

/** What mails say of a draft. */
export type MailedDraft = Pick<
  OrderDraft,
  'choices' | 'lines' | 'totals' | 'payment' | 'shipping' | 'shippingAddress' | 'questions' | 'approvalReasons' | 'expectedOn'
>;

/** What the mail that confirms the order says of it, as `orderForMail` reads it later. */
export function toOrderForMail(draft: MailedDraft, { caller, effective }: RequestContext): OrderForMail {
  const { choices, lines, totals, payment, shipping } = draft;
  return {
    currencyCode: effective.currencyCode,
    isTaxIncluded: effective.taxDisplayType === 0,
    customerId: effective.customerId,
    personName: formatPersonName(effective),
    placedBy: caller.customerId === effective.customerId ? null : formatPersonName(caller),
    poNumber: choices.poNumber,
    answers: toOrderedAnswers(draft.questions),
    shippingMethod: shipping?.name ?? null,
    shippingAddress: draft.shippingAddress ?? null,
    collectFrom: shipping?.kind === 'collected' ? [shipping.collectFrom ?? shipping.name, shipping.openingHours ?? ''] : null,
    expectedOn: draft.expectedOn,
    awaitsPayment: totals.card !== undefined && draft.approvalReasons.length === 0,
    awaitsProof: lines.some(({ designs }) => designs.some(({ isApproved }) => !isApproved)),
    requestedOn: choices.requestedDelivery,
    payment: payment && payment !== ENTITLEMENT_PAYMENT ? payment.name : null,
    shippingMinor: totals.shippingMinor,
    shippingTaxMinor: totals.shippingTaxMinor,
    feeMinor: totals.feeMinor,
    charges: totals.charges,
    taxRate: effective.taxRate,
    lines: lines.map((line) => ({
      quantity: line.quantity,
      name: nameLine(line),
      sku: line.sku,
      designs: line.designs,
      unitMinor: line.unitMinor,
      taxRate: line.taxRate,
      wearerId: line.entitledId,
      wearerName: line.wearerId === effective.customerId ? null : line.wearerName,
      coveredQuantity: line.entitlement ? (line.coverage.covered ?? 0) : null,
      unitPoints: line.entitlement?.budget?.unit === 'points' ? line.entitlement.unitPoints : null,
    })),
  };
}
