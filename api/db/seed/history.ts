import type { OrderWorld } from './order-course.ts';
import { addOrder, type OrderBatch } from './orders.ts';
import type { Person } from './people.ts';
import { Random } from './random.ts';

/** Fourteen months. */
const DAYS = 425;

/** The organisation's orders of fourteen months, oldest first, so that their numbers grow with time. */
export function drawHistory(batch: OrderBatch, world: OrderWorld): void {
  const { plan } = world.shelf;
  const random = new Random(`orders of ${plan.name}`);
  const owners = chooseOwners(world.people, plan.orders.count, random);
  const placed = owners
    .map((person) => ({ person, days: drawAge(person, random), minutes: random.between(7 * 60, 19 * 60) }))
    .sort((one, other) => other.days - one.days || one.minutes - other.minutes);
  for (const [index, { person, days, minutes }] of placed.entries()) {
    addOrder(batch, world, plan.orders.firstId + index, person, world.calendar.at(-days, minutes), random);
  }
}

/** The known people have as many orders as their plan says; of the rest, buyers order much more often than wearers. */
export function chooseOwners(people: Person[], count: number, random: Random): Person[] {
  const known = people.flatMap((person) => Array.from({ length: person.known?.orders ?? 0 }, () => person));
  const others = people
    .filter((person) => !person.known && person.employedDays > 30)
    .map((person) => [person, person.roleId === 34 ? 1 : person.roleId === 35 ? 9 : 2] as const);
  const pool = others.flatMap(([person, weight]) => Array.from({ length: weight }, () => person));
  return [...known, ...Array.from({ length: count - known.length }, () => random.pick(pool))];
}

/** Not before the person came nor after they left; more in the last months than in the first. */
export function drawAge(person: Person, random: Random): number {
  const oldest = Math.min(DAYS, person.employedDays - 1);
  const newest = Math.min(person.leftDays ?? 1, oldest);
  return Math.max(newest, Math.round(newest + (oldest - newest) * random.next() ** 1.35));
}
