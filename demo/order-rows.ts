import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { addDays, formatIsoDate } from './calendar.ts';
import { getDrawingName } from './catalogue/drawing.ts';
import type { Row } from './insert.ts';
import { type OrderHistory, type SeedContext, type SeedOrderLine, TAX_RATE } from './order-history.ts';
import type { Person } from './person.ts';

import type { Random } from './random.ts';

const remarks = [
  'Please leave with the night porter if the stores are closed.',
  'For the induction on Monday, thank you.',
  'Please pack by name, one bag per person.',
  'Deliver to the goods entrance, not to reception.',
  'Replacements for the items lost in the laundry.',
  'Cost centre 4410.',
];
const rejections = [
  'Over budget for this quarter. Please order the jackets in the new season.',
  'These wearers have had their issue already.',
  'Wrong cost centre. Please order again with the hotel’s cost centre.',
  'We have these sizes in the store room.',
];

/** As in `organisation.approval_expiry_days`. */
const EXPIRY_DAYS = 30;

const sumOf = (lines: SeedOrderLine[], value: (line: SeedOrderLine) => number) =>
  lines.reduce((sum, line) => sum + value(line), 0);

/** The season whose ordering window was open; that of the wardrobe that has a season of its own comes last. */
const findSeasonId = ({ seasons }: SeedContext, at: Date): number | null =>
  seasons.find(
    ({ ordering_opens_on, ordering_closes_on }) =>
      ordering_opens_on <= formatIsoDate(at) && formatIsoDate(at) <= ordering_closes_on,
  )?.id ?? null;

/** Whether it has been released, or waits for approval, and nothing of it was sent. */
const isOpen = ({ order, shipping }: OrderHistory['states']) => shipping === 20 && (order === 10 || order === 20 || order === 50);

/** Row of an order with its totals (pence) and dates. */
export function orderRow(world: SeedContext, course: OrderHistory, random: Random): Row {
  const { plan } = world.inventory;
  const { id, person, lines, states, parcels, placedAt, age } = course;
  const collectionIds = new Set(lines.map(({ entitlement }) => entitlement?.wardrobe.id));
  const goods = sumOf(lines, ({ price }) => price);
  const shippedValue = sumOf(lines, ({ unitPrice, shipped }) => unitPrice * shipped);
  const cancelledValue = sumOf(lines, ({ unitPrice, cancelled }) => unitPrice * cancelled);
  const isCollected = states.isCollected ?? false;
  const drawn = isCollected ? 2 : random.chance(0.18) ? 1 : 0;
  // Of those that the warehouse has before it, some are to be collected.
  const option = plan.shippingOptions[isOpen(states) && id % 9 === 4 ? 2 : drawn];
  const shipping = !option || (option.freeFrom !== undefined && goods >= option.freeFrom) ? 0 : option.rate;
  const goodsTax = sumOf(lines, ({ tax }) => tax);
  const poNumber = plan.people.poNumbers
    ? `PO-${plan.people.employeePrefix}-${4000 + (id % 900)}`
    : random.chance(0.25)
      ? `${plan.people.employeePrefix}${random.between(20_000, 49_999)}`
      : null;
  const isPaid = states.payment === 30 || states.payment === 35 || states.payment === 40;
  const lastParcel = parcels.at(-1);
  return {
    id,
    organisation_id: plan.id,
    customer_id: person.id,
    placed_by_id: person.roleId === 34 && random.chance(0.02) ? (world.impersonators[0]?.id ?? person.id) : person.id,
    guid: random.uuid(),
    checkout_id: random.uuid(),
    order_state_id: states.order,
    payment_state_id: states.payment,
    shipping_state_id: states.shipping,
    currency_code: 'GBP',
    tax_rate: TAX_RATE,
    tax_display_type: 10,
    goods_minor: goods,
    shipping_minor: shipping,
    fee_minor: 0,
    goods_tax_minor: goodsTax,
    shipping_tax_minor: calculateTax(shipping, TAX_RATE),
    total_minor: goods + shipping + goodsTax + calculateTax(shipping, TAX_RATE),
    shipped_value_minor: shippedValue,
    cancelled_value_minor: cancelledValue,
    pending_value_minor: goods - shippedValue - cancelledValue,
    po_number: poNumber,
    comments: random.chance(0.08) ? random.pick(remarks) : null,
    shipping_method: option?.name ?? null,
    delivery_kind: option?.collect ? 'collected' : 'sent',
    payment_method: 'Payments.OnAccount',
    billing_address: world.billingAddress,
    shipping_address: isCollected ? null : world.getShippingAddress(person),
    organisation_group_id: person.groupIds[0] ?? null,
    resort_id: person.resort?.id ?? null,
    business_area_id: person.jobRole?.areaId ?? null,
    collection_id: collectionIds.size === 1 ? (lines[0]?.entitlement?.wardrobe.id ?? null) : null,
    season_id: lines.find(({ entitlement }) => entitlement)?.entitlement?.seasonId ?? findSeasonId(world, placedAt),
    requested_delivery_on: random.chance(0.06) ? formatIsoDate(addDays(placedAt, random.between(7, 30))) : null,
    released_at: states.order === 50 || states.order === 60 ? null : (course.decidedAt ?? placedAt),
    picking_started_at: parcels[0] ? addDays(parcels[0].shippedAt, -0.05) : null,
    tracking_urls: parcels.flatMap(({ url }) => (url === null ? [] : [url])),
    shipped_at: lastParcel?.shippedAt ?? null,
    paid_at: isPaid && lastParcel ? addDays(lastParcel.shippedAt, Math.min(5 + random.next() * 24, (age - 3) * 0.6)) : null,
    search_text: [
      id,
      poNumber ?? '',
      person.firstName,
      person.lastName,
      person.email,
      ...new Set(lines.map(({ combination }) => combination.sku)),
    ]
      .filter(String)
      .join(' ')
      .toLowerCase(),
    replaces_order_id: null,
    replaced_by_order_id: null,
    created_at: placedAt,
  };
}

/** Row of the request for approval of an order that needed it, with the decision. */
export function approvalRows(
  world: SeedContext,
  { id, person, placedAt, decidedAt, cancelledAt, states, approvalReasons }: OrderHistory,
  random: Random,
): Row[] {
  if (approvalReasons.length === 0) return [];
  const organisationId = world.inventory.plan.id;
  const waits = states.order === 50;
  const isRejected = states.order === 60;
  return [
    {
      organisation_id: organisationId,
      order_id: id,
      status: waits ? 'requested' : isRejected ? 'rejected' : 'approved',
      reasons: JSON.stringify(approvalReasons),
      requested_at: placedAt,
      expires_at: addDays(placedAt, EXPIRY_DAYS),
      closed_at: waits ? null : (decidedAt ?? cancelledAt ?? placedAt),
      decided_by_id: waits ? null : findApprover(world.approvers, person).id,
      reason: isRejected ? random.pick(rejections) : null,
    },
  ];
}

/** Another person who may approve: an administrator of the person's group, otherwise of the whole organisation. */
function findApprover(approvers: Person[], requester: Person): Person {
  const others = approvers.filter(({ id }) => id !== requester.id);
  const near = others.find(({ adminableGroupIds }) => requester.groupIds.some((group) => adminableGroupIds.includes(group)));
  const found = near ?? others[0];
  if (!found) throw new Error(`No one can approve the orders of ${requester.email}.`);
  return found;
}

/** Row of an order line. */
export function lineRow(organisationId: number, orderId: number, line: SeedOrderLine): Row {
  const { offer, combination, entitlement } = line;
  const colour = combination.values.find(({ rgb }) => rgb !== null);
  const flat = `${(colour?.rgb ?? '#5b6470').slice(1)}${colour?.accent ? `-${colour.accent.slice(1)}` : ''}`;
  return {
    id: line.id,
    organisation_id: organisationId,
    order_id: orderId,
    product_id: offer.product.id,
    combination_id: combination.id,
    product_name: offer.name,
    sku: combination.sku,
    gtin: combination.gtin,
    description: combination.description,
    attributes: JSON.stringify(
      combination.values.map(({ id }, index) => ({ id: offer.product.attributes[index]?.id, value: String(id) })),
    ),
    image_src: `/garments/${getDrawingName(offer.product.sheet)}/${flat}-front.svg`,
    quantity: line.quantity,
    shipped_quantity: line.shipped,
    cancelled_quantity: line.cancelled,
    returned_quantity: line.returned,
    unit_price_minor: line.unitPrice,
    unit_tax_minor: calculateTax(line.unitPrice, line.taxRate),
    price_minor: line.price,
    tax_minor: line.tax,
    tax_rate: line.taxRate,
    collection_id: entitlement?.wardrobe.id ?? null,
    collection_group_id: entitlement?.group.id ?? null,
    super_group_id: entitlement?.group.optionId ? entitlement.wardrobe.superGroup?.id : null,
    super_group_option_id: entitlement?.group.optionId ?? null,
    season_id: entitlement?.seasonId ?? null,
    covered_quantity: entitlement?.covered ?? 0,
    reason: entitlement?.reason ?? null,
    unit_points: entitlement?.unitPoints ?? null,
    wearer_id: line.wearer?.id ?? null,
  };
}

/** What happened to the order after it was placed, as its people see it, and now and then a note for the warehouse. */
export function noteRows(
  organisationId: number,
  { id, placedAt, decidedAt, cancelledAt, states, parcels }: OrderHistory,
  random: Random,
): Row[] {
  const note = (text: string, at: Date, shown = true) => ({
    organisation_id: organisationId,
    order_id: id,
    kind: 'note',
    data: JSON.stringify({ note: text }),
    actor_kind: 'system',
    actor_id: null,
    visible_to_customer: shown,
    created_at: at,
  });
  const notes: Row[] = [];
  if (decidedAt)
    notes.push(
      note(states.order === 60 ? 'The order was rejected.' : 'The order was approved and released to the warehouse.', decidedAt),
    );
  if (cancelledAt && states.order === 40) notes.push({ ...note('', cancelledAt), kind: 'cancelled', data: '{}' });
  for (const { carrier, number, shippedAt, deliveredAt } of parcels) {
    notes.push(
      note(carrier === null ? 'Collected from the depot.' : `Parcel ${number} left the warehouse with ${carrier}.`, shippedAt),
    );
    if (deliveredAt && number !== null) notes.push(note(`Parcel ${number} was delivered.`, deliveredAt));
  }
  if (random.chance(0.03)) notes.push(note('Check the embroidery thread against the sample before packing.', placedAt, false));
  return notes;
}
