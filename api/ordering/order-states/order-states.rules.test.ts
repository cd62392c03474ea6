import { describe, expect, it } from 'vitest';
import { APPROVAL_STATES, ORDER_STATUSES, PAYMENT_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import {
  APPROVAL_TRANSITIONS,
  ORDER,
  ORDER_TRANSITIONS,
  PAYMENT,
  PAYMENT_TRANSITIONS,
  SHIPPING,
  SHIPPING_TRANSITIONS,
  STEPS,
  type Step,
} from './order-states.rules.ts';

type Transitions = Readonly<Record<string, { from: readonly (number | string)[]; to: number | string }>>;

const MACHINES: Record<
  string,
  { transitions: Transitions; initial: (number | string)[]; states: (number | string)[]; final: (number | string)[] }
> = {
  order: {
    transitions: ORDER_TRANSITIONS,
    initial: [ORDER.pending, ORDER.awaitingApproval],
    states: Object.values(ORDER),
    final: [ORDER.cancelled, ORDER.rejected],
  },
  payment: {
    transitions: PAYMENT_TRANSITIONS,
    initial: [PAYMENT.pending],
    states: Object.values(PAYMENT),
    final: [PAYMENT.voided],
  },
  shipping: {
    transitions: SHIPPING_TRANSITIONS,
    initial: [SHIPPING.notYetShipped, SHIPPING.notRequired],
    states: Object.values(SHIPPING),
    final: [SHIPPING.notRequired, SHIPPING.delivered],
  },
  approval: {
    transitions: APPROVAL_TRANSITIONS,
    initial: ['requested'],
    states: ['requested', ...Object.values(APPROVAL_TRANSITIONS).map(({ to }) => to)],
    final: Object.values(APPROVAL_TRANSITIONS).map(({ to }) => to),
  },
};

describe.each(Object.entries(MACHINES))('the states of the %s', (_, { transitions, initial, states, final }) => {
  const arrows = Object.values(transitions).flatMap(({ from, to }) => from.map((state) => [state, to] as const));

  it('can all be reached', () => {
    const reached = new Set(initial);
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const [from, to] of arrows) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...new Set(states)].sort());
  });

  it('each have a way to an end, and an end has no way out', () => {
    const ending = new Set(final);
    for (let size = -1; size !== ending.size; ) {
      size = ending.size;
      for (const [from, to] of arrows) if (ending.has(to)) ending.add(from);
    }
    expect(states.filter((state) => !ending.has(state))).toEqual([]);
    expect(arrows.filter(([from]) => final.includes(from))).toEqual([]);
  });
});

it('the states are those that the contract names', () => {
  const idsOf = (statuses: readonly { id: number }[]) => statuses.map(({ id }) => id).sort();
  expect(Object.values(ORDER).sort()).toEqual(idsOf(ORDER_STATUSES));
  expect(Object.values(PAYMENT).sort()).toEqual(idsOf(PAYMENT_STATUSES));
  expect(Object.values(SHIPPING).sort()).toEqual(idsOf(SHIPPING_STATUSES));
  expect([...new Set(MACHINES.approval?.states)].sort()).toEqual([...APPROVAL_STATES].sort());
});

it('a step that ends an order cancels what is pending, voids the payment and closes the request for approval', () => {
  const ends: (number | string)[] = [ORDER.cancelled, ORDER.rejected];
  for (const [name, step] of Object.entries<Step>(STEPS)) {
    const isEnd = step.order !== undefined && ends.includes(ORDER_TRANSITIONS[step.order].to);
    expect([name, step.cancelsPending ?? false, step.payment === 'void', step.approval !== undefined || !isEnd]).toEqual([
      name,
      isEnd,
      isEnd,
      true,
    ]);
  }
});

it('an order that waits has a step for every caller and one that needs no one', () => {
  const from = (state: number) =>
    Object.entries<Step>(STEPS).flatMap(([name, { order }]) =>
      order && (ORDER_TRANSITIONS[order].from as readonly number[]).includes(state) ? [name] : [],
    );
  expect(from(ORDER.awaitingApproval)).toEqual(['approve', 'reject', 'sendBack', 'expire', 'cancel', 'cancelUnshipped']);
});
