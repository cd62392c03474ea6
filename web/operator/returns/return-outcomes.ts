import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';

export type OperatorReturn = ReplyOf<'GET /api/operator/returns/:id'>['returnRequest'];

export const CONDITIONS = [
  { id: 'asNew', label: 'As new' },
  { id: 'worn', label: 'Worn' },
  { id: 'faulty', label: 'Faulty' },
] as const;
export type Condition = (typeof CONDITIONS)[number]['id'];

/** What an operator can decide: the button, its key, and what the person is asked for. */
export const DECISIONS = {
  authorize: { label: 'Authorise', key: 'a' },
  sendInAdvance: { label: 'Send replacement now', key: 'v' },
  repair: { label: 'Repair', key: 'f' },
  replace: { label: 'Replace', key: 'l' },
  refund: { label: 'Credit', key: 'c' },
  reject: { label: 'Reject', key: 'x' },
} as const satisfies Record<string, { label: string; key: string }>;
export type Decision = keyof typeof DECISIONS;

/** The decisions that do what was asked for, by the name of the action. */
const WISHES: Readonly<Record<string, Decision>> = { Repair: 'repair', Replacement: 'replace', 'Store credit': 'refund' };

/** What can be decided about a return now, what the person asked for first. */
export const listReturnDecisions = ({ decisions, returnAction }: OperatorReturn): Decision[] =>
  (Object.keys(DECISIONS) as Decision[])
    .filter((decision) => decisions.includes(decision))
    .toSorted((one, other) => Number(other === WISHES[returnAction]) - Number(one === WISHES[returnAction]));

const isExchange = ({ reservedUntilUtc, exchangeDescription, returnAction }: OperatorReturn) =>
  exchangeDescription !== null && (reservedUntilUtc !== null || returnAction.startsWith('Exchange'));

/** What receiving pieces does, sentence by sentence. */
export function describeReceipt(request: OperatorReturn, quantity: number, condition: Condition): string[] {
  const missing = request.quantity - quantity;
  const verb = quantity === 1 ? 'goes' : 'go';
  const those = plural(quantity, 'piece');
  return [
    condition === 'asNew' && request.restockable
      ? `${those} ${verb} back into stock. After that the return can no longer be rejected.`
      : `${those} ${quantity === 1 ? 'does' : 'do'} not go back into stock.`,
    isExchange(request)
      ? request.exchangeReleased
        ? `The new size has been released already, with order ${request.exchangeOrderId}. The exchange is complete.`
        : `The warehouse can send ${request.exchangeDescription}, order ${request.exchangeOrderId}. The exchange is complete and can no longer be rejected.`
      : 'The return then waits for your decision.',
    ...(missing > 0
      ? [
          `${plural(missing, 'piece')} ${missing === 1 ? 'is' : 'are'} missing; the person keeps them and can ask to return them again.`,
        ]
      : []),
    `${request.customer.firstName} ${request.customer.lastName} gets an email.`,
  ];
}

/** What a decision does, sentence by sentence. */
export function describeDecision(request: OperatorReturn, decision: Decision): string[] {
  const { receivedQuantity, quantity, exchangeDescription, exchangeOrderId, refundAmount, currencyCode } = request;
  const those = plural(receivedQuantity ?? quantity, 'piece');
  const person = `${request.customer.firstName} ${request.customer.lastName}`;
  const told = `${person} gets an email.`;
  switch (decision) {
    case 'authorize':
      return [`${person} is asked to send the pieces back. You decide when they arrive.`, told];
    case 'sendInAdvance':
      return [
        `The warehouse can send ${exchangeDescription}, order ${exchangeOrderId}, before the pieces come back.`,
        `The exchange no longer expires. It costs an extra ${quantity === 1 ? 'piece' : 'set of pieces'} if nothing is sent back.`,
      ];
    case 'repair':
      return [`${those} ${receivedQuantity === 1 ? 'is' : 'are'} sent back to ${person} repaired. Nothing is credited.`, told];
    case 'replace':
      return [
        `${those} of the same size ${receivedQuantity === 1 ? 'is' : 'are'} reserved and sent with a new order that costs nothing.`,
        'Nothing is credited.',
        told,
      ];
    case 'refund':
      return [
        refundAmount === null
          ? `${those} ${receivedQuantity === 1 ? 'is' : 'are'} credited.`
          : `${formatMoney(refundAmount, currencyCode)} including tax is credited for ${those}.`,
        'What the entitlement covered is given back. A credit note follows once the pieces have been invoiced.',
        told,
      ];
    case 'reject':
      return [
        `Nothing is credited or exchanged, and ${person} keeps the pieces.`,
        ...(exchangeDescription !== null && isExchange(request) ? [`${exchangeDescription} is no longer reserved.`] : []),
        `${person} gets an email with your reason.`,
      ];
  }
}
