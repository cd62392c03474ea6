import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes, lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { listOrderedOptions, type OrderedOption } from '#api/entitlement/ordered-options.queries.ts';
import { requireChangeableCart } from '#api/identity/sessions/cart-key.queries.ts';
import { listChosenOptions, listOfferedOptions, replaceChosenOptions } from '#api/organisation/wardrobes/wardrobe.queries.ts';
import { listChangedChoices, validateChosenOptions } from '#api/organisation/wardrobes/wardrobe.rules.ts';
import { changePerson } from '#api/people/person/change-person.actions.ts';
import { findCustomer } from '#api/people/person/people.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { deleteLinesOfEitherOrs, lockCartsWithLinesFor } from '../cart/wearer-lines.queries.ts';
import { findBuilderWearer, setBuilderWardrobe } from './uniform-builder.queries.ts';

/** The person whom a choice is about: the person in effect, or one whom an Admin reaches. Throws 404 otherwise. */
export async function getTargetPerson(db: Db, context: RequestContext, customerId: number | null | undefined): Promise<number> {
  if (!customerId || customerId === context.effective.customerId) return context.effective.customerId;
  const known = isAdmin(context.caller) && (await findCustomer(db, context.caller, customerId));
  if (!known) throw notFound('customer');
  return customerId;
}

const explainOrdered = ({ name, seasonName, pieces }: OrderedOption) =>
  `“${name}” cannot be changed: ${pieces === 1 ? '1 piece of it has' : `${pieces} pieces of it have`} been ordered${seasonName === null ? '' : ` for ${seasonName}`}.`;

/**
 * Replaces the options that a person has chosen, updates what they are owed, and empties what counts in a changed either/or from every cart. Throws 422 for options that their wardrobes do not offer and for
 * too many of one either/or, and 409 when pieces of a dropped option are ordered in a season that has not ended, or the cart is only
 * shown.
 */
export async function chooseOptions(
  tx: Tx,
  { clock }: { clock: Clock },
  context: RequestContext,
  customerId: number,
  optionIds: readonly number[],
  requestId: string,
): Promise<number[]> {
  const { caller } = context;
  requireChangeableCart(context.effective);
  await lockCartsWithLinesFor(tx, caller, customerId);
  await keepWardrobes(tx, caller);
  await lockAccounts(tx, caller, [customerId]);
  const before = await listChosenOptions(tx, caller, customerId);
  const offered = await listOfferedOptions(tx, caller, customerId);
  const chosen = validateChosenOptions(optionIds, offered);
  const changed = listChangedChoices(before, chosen, offered);
  if (changed.length > 0)
    await deleteLinesOfEitherOrs(tx, caller, customerId, changed, getLocalDay(clock.now(), caller.timeZone));
  await replaceChosenOptions(tx, caller, customerId, chosen);
  await syncEntitlement(tx, caller, [customerId]);
  // The accounts are locked, so that an order placed at the same moment is either counted here or refused.
  const ordered = await listOrderedOptions(
    tx,
    caller,
    customerId,
    before.filter((id) => !chosen.includes(id)),
  );
  if (ordered.length > 0) throw new HttpError(409, { superGroupOptionIds: ordered.map(explainOrdered) });
  await recordAuditEvent(tx, context, {
    action: 'customer.options-chosen',
    subjectId: String(customerId),
    before: { superGroupOptionIds: before },
    after: { superGroupOptionIds: chosen },
    requestId,
  });
  return chosen.toSorted((one, other) => one - other);
}

type WardrobeChoice = BodyOf<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>;

/**
 * Sets the wardrobe that a person's uniform builder opens with, and as far as the request says so their options and, by an Admin for someone
 * else, their allocation type. Throws 404 for wardrobes that are not the person's, 422 for an allocation type that is
 * not permitted, and what `chooseOptions` throws.
 */
export async function chooseWardrobe(
  tx: Tx,
  dependencies: MailDependencies & { clock: Clock },
  context: RequestContext,
  customerId: number,
  choice: WardrobeChoice,
  requestId: string,
): Promise<ReplyOf<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>> {
  const { caller } = context;
  if (choice.superGroupOptionIds) requireChangeableCart(context.effective);
  const collectionId = choice.organisationCollectionId;
  const wearer = await findBuilderWearer(tx, caller, customerId);
  if (!wearer) throw notFound('customer');
  if (!wearer.wardrobes.some(({ id }) => id === collectionId)) throw notFound('collection');

  // Before the accounts, which a change of the type locks.
  if (choice.superGroupOptionIds) await lockCartsWithLinesFor(tx, caller, customerId);
  const maySetType = isAdmin(caller) && !isImpersonating(context) && customerId !== caller.customerId;
  const allocationTypeId = maySetType ? (choice.allocationTypeId ?? undefined) : undefined;
  if (allocationTypeId !== undefined)
    await changePerson(tx, dependencies, context, customerId, { allocationTypeId }, { requestId, isIdentityConfirmed: false });
  if (choice.superGroupOptionIds)
    await chooseOptions(tx, dependencies, context, customerId, choice.superGroupOptionIds, requestId);
  if (await setBuilderWardrobe(tx, caller, customerId, collectionId))
    await recordAuditEvent(tx, context, {
      action: 'customer.builder-wardrobe-chosen',
      subjectId: String(customerId),
      before: { builderCollectionId: wearer.builderCollectionId },
      after: { builderCollectionId: collectionId },
      requestId,
    });
  return {
    success: true,
    organisationCollections: wearer.wardrobes.map(({ id, name }) => ({ id, name })),
    allocationTypeId: allocationTypeId ?? wearer.allocationTypeId,
  };
}
