import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { PricedLine } from '#api/ordering/cart/cart.rules.ts';
import type { CartOfTrip, TripCarts, TripForm } from '#api/ordering/cart/trip-carts.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { badRequest, unauthorised } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { describeDesign } from '#contract/catalogue/customisation/design-words.ts';
import { type PlannedReturnLine, planReturn, type ReturnableCart, type ReturnPlan } from '../carts/plan-return.rules.ts';
import { explainToShopper } from '../carts/return-faults.rules.ts';
import type { ReturnableCartLine } from '../carts/returnable.rules.ts';
import { findConnection, findConnectionOfTrip } from '../connections/connection.queries.ts';
import type { SentAddress } from '../cxml/shared-elements.rules.ts';
import { type ReturnForm, toFieldRecord } from '../oci/return-form.rules.ts';
import { createAuxiliaryId } from './auxiliary-ids.ts';
import type { MessageCart, MessageLine } from './cart-message.ts';
import { type EndingDependencies, endWithForm } from './end-with-form.actions.ts';
import { type EndingTrip, lockTrip } from './ending-trips.queries.ts';
import { findSameAmount, isSameGarment, type ReturnedBefore, toKeptGarment } from './kept-line.rules.ts';
import { findSentPlace, type LineFacts, readLineFacts, type SentPlace } from './returnable-lines.queries.ts';
import { findReturnedBefore, insertReturnedLines, type NewReturnedLine } from './returned-lines.queries.ts';

type Facts = ReadonlyMap<number, LineFacts>;

/** A line of a cart as the rules of returns see it. */
export const toReturnableLine = (line: PricedLine, facts: LineFacts): ReturnableCartLine => ({
  ...facts,
  id: line.id,
  sku: line.sku,
  name: line.productName,
  attributes: line.description === '' ? [] : [line.description],
  // What is made to someone's measure was priced for that garment alone.
  callForPrice: line.callForPrice || line.madeToMeasure !== null,
  quantity: line.quantity,
  unitMinor: line.unitMinor,
  taxRate: line.taxRate,
  designs: line.designs.map((design) => describeDesign(design)),
  ownPieces: line.coverage.own,
});

const toReturnableCart = ({ lines, charges, delivery }: CartOfTrip, facts: Facts, { currencyCode }: Scope): ReturnableCart => ({
  currencyCode,
  lines: lines.flatMap((line) => {
    const found = facts.get(line.id);
    return found ? [toReturnableLine(line, found)] : [];
  }),
  charges: [
    ...charges.map(({ name, designKey, chargeMinor, taxMinor }) => ({
      kind: 'charge' as const,
      name,
      designKey,
      amountMinor: chargeMinor,
      taxMinor,
    })),
    ...(delivery ? [{ kind: 'delivery' as const, designKey: null, ...delivery }] : []),
  ],
});

const toTripForm = ({ action, target, fields }: ReturnForm): TripForm => ({ action, target, fields: toFieldRecord(fields) });

const tripOf = (scope: Scope): NonNullable<Scope['trip']> => {
  if (!scope.trip) throw new Error('The session belongs to no trip.');
  return scope.trip;
};

/** The carts of trips, as the cart and the checkout see them. */
export function createTripCarts(dependencies: EndingDependencies): TripCarts {
  const lockOwnTrip = async (tx: Tx, scope: Scope): Promise<EndingTrip> => {
    const trip = await lockTrip(tx, tripOf(scope).id);
    if (!trip) throw unauthorised();
    return trip;
  };
  return {
    async findObstacles(db, scope, cart) {
      const trip = tripOf(scope);
      const [connection, facts] = await Promise.all([
        findConnectionOfTrip(db, scope.organisationId, trip.id),
        readLineFacts(db, scope, cart.lines),
      ]);
      if (!connection) throw unauthorised();
      const { faults } = planReturn(toReturnableCart(cart, facts, scope), connection);
      const said = faults.map((fault) => ({ lineId: fault.lineId, text: explainToShopper(fault, trip.buyerName) }));
      const byLine = Map.groupBy(said, ({ lineId }) => lineId);
      const textsOf = (all: typeof said = []) => [...new Set(all.map(({ text }) => text))];
      return {
        ofLines: new Map(cart.lines.map(({ id }) => [id, textsOf(byLine.get(id))])),
        ofCart: textsOf(byLine.get(null)),
      };
    },

    async lockTrip(tx, scope) {
      const trip = await lockOwnTrip(tx, scope);
      if (trip.outcome === null) return undefined;
      // Another request of the session has just ended it.
      if (!trip.returnForm) throw unauthorised();
      return toTripForm(trip.returnForm);
    },

    async returnCart(tx, scope, cart) {
      const trip = await lockOwnTrip(tx, scope);
      const [connection, facts] = await inOrder(tx, [
        () => findConnection(tx, trip.organisationId, trip.connectionId),
        () => readLineFacts(tx, scope, cart.lines),
      ]);
      if (!connection) throw unauthorised();
      const plan = planReturn(toReturnableCart(cart, facts, scope), connection);
      if (plan.faults.length > 0)
        throw badRequest('cart', ...plan.faults.map((fault) => explainToShopper(fault, connection.name)));
      const before = await findReturnedBefore(
        tx,
        connection,
        [...facts.values()].flatMap(({ auxiliaryId }) => auxiliaryId ?? []),
      );
      const lines = nameLines(plan, cart, facts, before);
      // The buyer's system knows itself where it sends things, unless the person has chosen.
      const shipTo =
        cart.shippingAddress && tripOf(scope).allowsAddressChoice
          ? toSentAddress(cart.shippingAddress, await findSentPlace(tx, connection, cart.shippingAddress))
          : undefined;
      const message = toMessageCart(plan, lines, facts, { shippingAddress: cart.shippingAddress, shipTo });
      await insertReturnedLines(
        tx,
        connection,
        trip.id,
        lines.map(({ planned, auxiliaryId, line }) => toNewLine(planned, auxiliaryId, line)),
      );
      const outcome = lines.length > 0 ? 'returned' : 'emptied';
      return toTripForm(await endWithForm(tx, dependencies, { trip, connection }, message, outcome));
    },

    async closeTrip(tx, scope) {
      const trip = await lockOwnTrip(tx, scope);
      const connection = await findConnection(tx, trip.organisationId, trip.connectionId);
      if (!connection) throw unauthorised();
      return toTripForm(await endWithForm(tx, dependencies, { trip, connection }, undefined, 'cancelled'));
    },
  };
}

const toSentAddress = (address: Address, { code, countryCode }: SentPlace): SentAddress => ({
  id: code ?? undefined,
  name: address.company ?? `${address.firstName} ${address.lastName}`.trim(),
  deliverTo: [`${address.firstName} ${address.lastName}`.trim()].filter((name) => name !== ''),
  streets: [address.address1, address.address2 ?? ''].filter((line) => line !== ''),
  city: address.city,
  state: address.stateProvinceName ?? address.county ?? undefined,
  postcode: address.zipPostalCode === '' ? undefined : address.zipPostalCode,
  countryCode,
  country: address.countryName,
  email: undefined,
  phone: undefined,
});

const nameWearer = (line: PricedLine | undefined): MessageLine['extrinsics'] =>
  line?.wearerName ? { Wearer: line.wearerName } : {};

/** A planned line with its id, and the line of the cart where it is of one. */
export interface NamedLine {
  planned: PlannedReturnLine;
  auxiliaryId: string;
  line: PricedLine | undefined;
}

/** Names the lines: as before where a line is what an earlier trip returned, otherwise anew. */
function nameLines(plan: ReturnPlan, cart: CartOfTrip, facts: Facts, before: readonly ReturnedBefore[]): NamedLine[] {
  const used = new Set<string>();
  const byId = new Map(cart.lines.map((line) => [line.id, line]));
  return plan.lines.map((planned) => {
    const line = planned.lineId === null ? undefined : byId.get(planned.lineId);
    const id = line && facts.get(line.id)?.auxiliaryId;
    const kept = line
      ? before.find((other) => other.auxiliaryId === id && isSameGarment(line, other))?.auxiliaryId
      : findSameAmount(planned, before);
    const auxiliaryId = kept === undefined || used.has(kept) ? createAuxiliaryId() : kept;
    used.add(auxiliaryId);
    return { planned, auxiliaryId, line };
  });
}

const toNewLine = (planned: PlannedReturnLine, auxiliaryId: string, line: PricedLine | undefined): NewReturnedLine => ({
  auxiliaryId,
  kind: planned.kind,
  productId: line?.productId ?? null,
  combinationId: line?.combinationId ?? null,
  quantity: planned.quantity,
  garment: line ? toKeptGarment(line) : { designKey: planned.designKey },
  sku: planned.sku,
  description: planned.description,
  unit: planned.unitOfMeasure,
  classification: planned.classification,
  unitPriceMinor: planned.unitMinor,
});

function toMessageCart(
  { total, shipping, tax }: ReturnPlan,
  lines: readonly NamedLine[],
  facts: Facts,
  { shippingAddress, shipTo }: { shippingAddress: Address | undefined; shipTo: SentAddress | undefined },
): MessageCart {
  const destination = shippingAddress?.company ?? shippingAddress?.city;
  return { total, shipping, tax, shipTo, lines: lines.map((line) => toMessageLine(line, facts, destination)) };
}

/** A planned line as it is written into a message. `destination` is where the cart is delivered, where that was chosen. */
export function toMessageLine({ planned, auxiliaryId, line }: NamedLine, facts: Facts, destination?: string): MessageLine {
  const employeeNumber = line && facts.get(line.id)?.employeeNumber;
  return {
    quantity: planned.quantity,
    sku: planned.sku,
    auxiliaryId,
    unitPrice: planned.unitPrice,
    shortName: planned.shortName,
    description: planned.description,
    unitOfMeasure: planned.unitOfMeasure,
    classification: planned.classification,
    manufacturer: planned.manufacturer,
    leadDays: planned.leadDays,
    // Two lines of one garment for two people look the same otherwise.
    extrinsics: nameWearer(line),
    details: {
      ...(line?.wearerName ? { wearer: line.wearerName } : {}),
      ...(destination ? { destination } : {}),
      ...(employeeNumber ? { employeeNumber } : {}),
    },
  };
}
