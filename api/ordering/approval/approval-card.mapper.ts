import { toCustomisation } from '#api/catalogue/customisation/customisation.mapper.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import { toReasoning } from '#api/entitlement/reasoning.mapper.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toRemainingQuantities } from '#contract/ordering/remainder.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { ApprovalCardRow, CardAccount, CardLineRow, QueuedOrderRow } from './approval-card.queries.ts';
import { type ApprovalReason, describeApprovalReason } from './approval-reasons.rules.ts';

type WireCard = ReplyOf<'GET /api/orders/:id/approval'>['approval'];
type WireBalance = WireCard['budgets'][number];
type WireWaitingOrder = ReplyOf<'GET /api/approvals'>['approvals'][number];
type Viewer = Pick<Scope, 'pricesVisible'>;

/** The reasons in words; amounts only for people who see prices. */
const toReasons = (reasons: readonly ApprovalReason[], currencyCode: string, { pricesVisible }: Viewer) =>
  reasons.map((reason) => ({ kind: reason.kind, text: describeApprovalReason(reason, pricesVisible ? currencyCode : null) }));

const toVisibleMoney = (minor: number, { pricesVisible }: Viewer) => (pricesVisible ? toMajorUnits(minor) : null);

/** An order in the queue of an approver. */
export const toWaitingOrder = (row: QueuedOrderRow, currencyCode: string, viewer: Viewer): WireWaitingOrder => ({
  orderId: row.orderId,
  customer: row.customer,
  requestedOnUtc: toUtcString(row.requestedAt),
  pieces: row.pieces,
  goodsValue: toVisibleMoney(row.goodsMinor, viewer),
  poNumberRequired: row.poNumberRequired,
  reasons: toReasons(row.reasons, currencyCode, viewer),
  fingerprint: row.fingerprint,
});

/** What a line takes from an account: pieces, points or minor units. */
function getCost({ counted, unitPoints, unitPriceMinor, outsideBudgetMinor }: CardLineRow, { kind, unit }: CardAccount): number {
  if (kind !== 'budget') return counted;
  return counted * (unit === 'points' ? (unitPoints ?? 0) : unitPriceMinor - outsideBudgetMinor);
}

function toBalance(account: CardAccount, lines: readonly CardLineRow[]): WireBalance {
  const taken = lines
    .filter(({ groupAccountId, budgetAccountId }) => groupAccountId === account.id || budgetAccountId === account.id)
    .reduce((sum, line) => sum + getCost(line, account), 0);
  const toAmount = (amount: number) => (account.unit === 'money' ? toMajorUnits(amount) : amount);
  const left = getBalance(account);
  return {
    label: account.label,
    unit: account.unit,
    owed: account.isLimited ? toAmount(account.granted) : null,
    usedBefore: toAmount(account.reserved + account.used - taken),
    inOrder: toAmount(taken),
    left: left === null ? null : toAmount(left),
    reasoning: toReasoning(account, account),
  };
}

/** The pieces about which is decided, or was: those that wait, then those that were approved, or refused where none were. */
function countPieces({ pending, decided }: CardLineRow, isApproved: boolean): number {
  if (decided === null) return pending;
  return isApproved ? decided.approved : decided.refused;
}

function toItem(
  line: CardLineRow,
  { balances, isApproved, viewer }: { balances: ReadonlyMap<number, WireBalance>; isApproved: boolean; viewer: Viewer },
): WireCard['items'][number] {
  const { pending, received, decided } = line;
  return {
    id: line.id,
    productId: line.productId,
    productName: line.productName,
    attributeDescription: line.description,
    sku: line.sku,
    imageSrc: line.imageSrc,
    quoteId: line.quote?.id ?? null,
    quoteNumber: line.quote?.number ?? null,
    customisations: line.designs.map((design) => toCustomisation({ ...design, productId: line.productId }, viewer)),
    quantity: decided ? decided.approved + decided.refused : pending,
    beyondQuantity: line.groupAccountId === null ? 0 : Math.max(0, (decided ? decided.approved : pending) - line.counted),
    ...toRemainingQuantities(line),
    reason: line.reason,
    decision: decided && { action: decided.action, approved: decided.approved },
    priceExclTax: toVisibleMoney(line.unitPriceMinor * countPieces(line, isApproved), viewer),
    wearerName: line.wearerName,
    balance: (line.groupAccountId !== null && balances.get(line.groupAccountId)) || null,
    received: received && { productName: received.productName, quantity: received.quantity, onUtc: toUtcString(received.at) },
    stock: {
      // The pieces of this line are reserved already; they are there unless more is reserved than in stock.
      available: line.managesStock ? Math.max(0, line.onHand - line.reserved + pending) : null,
      nextDeliveryOn: line.nextDeliveryOn,
    },
  };
}

/** The card of an order for an approver. */
export function toApprovalCard(row: ApprovalCardRow, accounts: ReadonlyMap<number, CardAccount>, viewer: Viewer): WireCard {
  const isApproved = row.status === 'approved';
  const isDecided = row.lines.some(({ decided }) => decided !== null);
  const balances = new Map([...accounts].map(([id, account]) => [id, toBalance(account, row.lines)]));
  return {
    orderId: row.orderId,
    customOrderNumber: String(row.orderId),
    createdOnUtc: toUtcString(row.createdAt),
    currencyCode: row.currencyCode,
    customer: {
      id: row.customerId,
      firstName: row.firstName,
      lastName: row.lastName,
      jobRole: row.jobRole,
      site: row.site,
      startedOn: row.startedOn,
    },
    placedBy: row.placedBy,
    replacesOrderId: row.replacesOrderId,
    status: row.status,
    canDecide: row.fingerprint !== null,
    fingerprint: row.fingerprint,
    requestedOnUtc: toUtcString(row.requestedAt),
    expiresOnUtc: toUtcString(row.expiresAt),
    closedOnUtc: row.closedAt && toUtcString(row.closedAt),
    decidedBy: row.decidedBy,
    decisionReason: row.decisionReason,
    reasons: toReasons(row.reasons, row.currencyCode, viewer),
    comments: row.comments,
    answers: row.answers.map(({ name, text }) => ({ name, text })),
    poNumber: row.poNumber,
    poNumberRequired: row.poNumberRequired,
    goodsValue: toVisibleMoney(
      isDecided ? row.lines.reduce((sum, line) => sum + line.unitPriceMinor * countPieces(line, isApproved), 0) : row.goodsMinor,
      viewer,
    ),
    setupValue: toVisibleMoney(Number(row.setupMinor), viewer),
    personPays: row.personMinor === 0 ? null : toVisibleMoney(row.personMinor, viewer),
    answersValue: toVisibleMoney(Number(row.answersMinor), viewer),
    budgets: [...accounts.values()].flatMap(({ id, kind, unit }) => {
      const balance = balances.get(id);
      return balance && kind === 'budget' && (unit !== 'money' || viewer.pricesVisible) ? [balance] : [];
    }),
    items: row.lines.map((line) => toItem(line, { balances, isApproved, viewer })),
  };
}
