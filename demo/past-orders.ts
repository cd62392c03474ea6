import type { Calendar } from './calendar.ts';
import type { OrderBatch } from './order-batch.ts';
import type { SeedContext } from './order-history.ts';
import { addOrder } from './orders.ts';
import type { Person } from './person.ts';

import { Random } from './random.ts';

/** Fourteen months. */
const DAYS = 425;
const OPENS = 7 * 60;
const CLOSES = 19 * 60;
/** Above 1: more orders in the last months than in the first. */
const GROWTH = 1.35;

/** The organisation's orders of fourteen months, oldest first, so that their numbers grow with time. */
export function drawPastOrders(batch: OrderBatch, world: SeedContext): void {
  const { plan } = world.inventory;
  const random = new Random(`orders of ${plan.name}`);
  const placed = chooseOwners(world.people, plan.orders.count, random)
    .map((person) => ({ person, days: drawAge(person, random), minutes: random.between(OPENS, CLOSES) }))
    .sort((one, other) => other.days - one.days || one.minutes - other.minutes);
  for (const [index, { person, days, minutes }] of placed.entries()) {
    addOrder(batch, world, plan.orders.firstId + index, person, world.calendar.at(-days, minutes), random);
  }
}

/** Named people have the number of orders in their plan; the others are generated. */
function chooseOwners(people: Person[], count: number, random: Random): Person[] {
  const known = people.flatMap((person) => Array.from({ length: person.known?.orders ?? 0 }, () => person));
  const owners = listWeightedCustomers(people);
  return [...known, ...Array.from({ length: count - known.length }, () => random.pick(owners))];
}

/** Everyone but the named people, weighted by how often they order: buyers much more often than wearers. */
export function listWeightedCustomers(people: Person[]): Person[] {
  return people
    .filter((person) => !person.known && person.employedDays > 30)
    .flatMap((person) => Array.from({ length: person.roleId === 34 ? 1 : person.roleId === 35 ? 9 : 2 }, () => person));
}

/** Days since the order: not before the person came nor after they left. */
function drawAge(person: Person, random: Random): number {
  const oldest = Math.min(DAYS, person.employedDays - 1);
  const newest = Math.min(person.leftDays ?? 1, oldest);
  return Math.max(newest, Math.round(newest + (oldest - newest) * random.next() ** GROWTH));
}

/** Time of an order at this position in the history (0 oldest, 1 newest). */
export function getOrderTime(share: number, calendar: Calendar): Date {
  const age = 1 + (DAYS - 1) * (1 - share) ** GROWTH;
  const days = Math.ceil(age);
  return calendar.at(-days, OPENS + (days - age) * (CLOSES - OPENS));
}

/** A person who was employed this many days ago. */
export function drawCustomer(owners: Person[], daysAgo: number, random: Random): Person {
  let person = random.pick(owners);
  for (
    let attempt = 0;
    attempt < 100 && !(person.employedDays > daysAgo + 1 && (person.leftDays ?? 0) <= daysAgo);
    attempt += 1
  ) {
    person = random.pick(owners);
  }
  return person;
}
