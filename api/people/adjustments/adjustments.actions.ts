import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { AdjustmentCause } from '#api/entitlement/adjustment-causes.rules.ts';
import { listAdjustments, lockAdjustableAccounts } from '#api/entitlement/adjustments.queries.ts';
import {
  type AdjustableAccount,
  findAdjustmentBlocker,
  parseAdjustmentAmount,
  planAdjustment,
} from '#api/entitlement/adjustments.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findColleague } from '../person/colleagues.queries.ts';
import { canAdjustEntitlement, canSee } from '../person/person-fields.rules.ts';
import { type AdjustPersonReason, describeAdjustPersonReason } from './adjustable-people.rules.ts';
import { saveAdjustments } from './save-adjustments.actions.ts';

type Adjustment = ReplyOf<'POST /api/entitlement/adjustments'>['adjustment'];

interface Command {
  clock: Clock;
  requestId: string;
}

const refuse = (status: 409 | 422, field: string, reason: AdjustPersonReason) =>
  new HttpError(status, { [field]: [describeAdjustPersonReason(reason)] });

/** Locks an account that the caller may adjust. Throws 404 when they do not manage its owner, and 403 when they may not change them. */
async function lockAccount(
  tx: Tx,
  { caller }: RequestContext,
  accountId: number,
  entity: 'entitlementAccount' | 'adjustment',
): Promise<AdjustableAccount> {
  const [account] = await lockAdjustableAccounts(tx, caller, [accountId]);
  if (!account) throw notFound(entity);
  if (account.customerId === caller.customerId) throw forbidden(describeAdjustPersonReason({ kind: 'own_uniform' }));
  const person = await findColleague(tx, caller, account.customerId);
  if (!person || person.isDeleted || !canSee(caller, person.actor)) throw notFound(entity);
  if (!canAdjustEntitlement(caller, person.actor)) throw forbidden(describeAdjustPersonReason({ kind: 'not_adjustable' }));
  return account;
}

/** Why an account is adjusted: in the words of the caller, or what of the portal does it. */
type Why = { reason: string } | { cause: AdjustmentCause };

/** What is written for one account. `amount` in its unit. */
interface AccountAdjustment {
  account: AdjustableAccount;
  amount: number;
  reason: string | null;
  cause?: AdjustmentCause | undefined;
  /** The adjustment that this one undoes; null for a new one. */
  reversesId: number | null;
}

async function writeAdjustment(
  tx: Tx,
  context: RequestContext,
  { account, amount, reason, cause, reversesId }: AccountAdjustment,
  { clock, requestId }: Command,
): Promise<Adjustment> {
  const { caller } = context;
  const { id: accountId, unit } = account;
  const isReversal = reversesId !== null;
  const blocker = findAdjustmentBlocker(account, getLocalDay(clock.now(), caller.timeZone));
  if (blocker) throw refuse(409, 'account', blocker);
  const plan = planAdjustment(account, amount, { currency: caller.currencyCode, mayLeaveAsMuch: isReversal });
  if ('refusal' in plan) throw refuse(isReversal ? 409 : 422, 'amount', plan.refusal);
  const ids = await saveAdjustments({ tx, context, requestId }, [{ account, plan, reason, cause, reversesId }]);
  const toAmount = (size: number) => (unit === 'money' ? toMajorUnits(size) : size);
  return {
    id: ids.get(accountId) as number,
    accountId,
    amount: toAmount(amount),
    left: toAmount((getBalance(account) ?? 0) + plan.grantedDelta),
  };
}

/**
 * Adjusts what a person is owed. Throws 403 for oneself and for people whom the caller may not change, 404 for others out of reach, 409 where
 * nothing can be adjusted, and 422 for the amount.
 */
export async function adjustEntitlement(
  tx: Tx,
  context: RequestContext,
  { accountId, amount, ...why }: Pick<BodyOf<'POST /api/entitlement/adjustments'>, 'accountId' | 'amount'> & Why,
  command: Command,
): Promise<Adjustment> {
  const account = await lockAccount(tx, context, accountId, 'entitlementAccount');
  const reason = 'reason' in why ? why.reason.trim() : null;
  const cause = 'cause' in why ? why.cause : undefined;
  const adjustment = { account, amount: parseAdjustmentAmount(amount, account.unit), reason, cause, reversesId: null };
  return writeAdjustment(tx, context, adjustment, command);
}

/** Undoes an adjustment by a counter-entry. Throws as `adjustEntitlement`, and 409 when it has been undone or was itself an undo. */
export async function reverseAdjustment(tx: Tx, context: RequestContext, id: number, command: Command): Promise<Adjustment> {
  const [found] = await listAdjustments(tx, context.caller, [id]);
  if (!found) throw notFound('adjustment');
  const account = await lockAccount(tx, context, found.accountId, 'adjustment');
  // Read again now that the account is locked: someone else may have undone it in the meantime.
  const [original] = await listAdjustments(tx, context.caller, [id]);
  if (!original || original.isReversed) throw refuse(409, 'adjustment', { kind: 'adjustment_undone' });
  if (original.reversesId !== null)
    throw new HttpError(409, { adjustment: ['An undo can’t be undone. Adjust the amount again.'] });
  return writeAdjustment(tx, context, { account, amount: -original.amount, reason: null, reversesId: id }, command);
}
