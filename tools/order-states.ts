/** `npm run docs:order-states`: draws the states of orders in docs/ORDER-STATES.md from the tables that the portal itself follows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  APPROVAL_TRANSITIONS,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  PAYMENT_STATES,
  PAYMENT_TRANSITIONS,
  SHIPPING_STATES,
  SHIPPING_TRANSITIONS,
  STEPS,
  type Step,
} from '#api/ordering/order-states/order-states.rules.ts';

export const ORDER_STATES_FILE = join(import.meta.dirname, '../docs/ORDER-STATES.md');

type Transitions = Readonly<Record<string, { from: readonly (number | string)[]; to: number | string }>>;

/** `sent_back` is shown as `SentBack`, like the other states. */
const toCamelCase = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

function draw(transitions: Transitions, initial: readonly string[], nameOf: (state: number | string) => string): string {
  const arrows = Object.entries(transitions).flatMap(([action, { from, to }]) =>
    from.map((state) => `  ${nameOf(state)} --> ${nameOf(to)}: ${action}`),
  );
  return ['```mermaid', 'stateDiagram-v2', ...initial.map((state) => `  [*] --> ${state}`), ...arrows, '```'].join('\n');
}

const nameIn = (names: Readonly<Record<number, string>>) => (state: number | string) => names[Number(state)] ?? String(state);

function describeStep(name: string, step: Step): string {
  const approval = step.approval ?? '';
  const effects = [
    ...(step.releases ? ['the warehouse may pick'] : []),
    ...(step.startsPicking ? ['picking starts; only once, and only if the warehouse may pick'] : []),
    ...(step.makesReady ? ['pieces wait to be collected; only of an order that is collected and being picked'] : []),
    ...(step.endsReady ? ['no pieces wait to be collected any more'] : []),
    ...(step.withholds ? ['the warehouse may no longer pick'] : []),
    ...(step.cancelsPending ? ['what is pending is cancelled; stock and entitlement are given back'] : []),
  ];
  return `| ${name} | ${step.order ?? ''} | ${step.payment ?? ''} | ${step.shipping ?? ''} | ${approval} | ${step.beforePicking ? 'yes' : ''} | ${effects.join('; ')} |`;
}

/** The content of docs/ORDER-STATES.md. */
export function renderOrderStates(): string {
  return `# States of orders

Drawn from \`api/ordering/order-states/order-states.rules.ts\` by \`npm run docs:order-states\`; a test fails when it is out of date.

## Order

${draw(ORDER_TRANSITIONS, ['Pending', 'AwaitingApproval'], nameIn(ORDER_STATES))}

## Approval

${draw(APPROVAL_TRANSITIONS, ['Requested'], (state) => toCamelCase(String(state)))}

An order that changes so that it needs approval anew gets a new request.

## Payment

${draw(PAYMENT_TRANSITIONS, ['Pending'], nameIn(PAYMENT_STATES))}

## Shipping

${draw(SHIPPING_TRANSITIONS, ['NotYetShipped', 'ShippingNotRequired'], nameIn(SHIPPING_STATES))}

## Steps

One step moves the order, its payment, its shipping and its open request for approval together, by one conditional update.

| Step | Order | Payment | Shipping | Approval | Only before picking | Also |
|---|---|---|---|---|---|---|
${Object.entries(STEPS)
  .map(([name, step]) => describeStep(name, step))
  .join('\n')}
`;
}

if (import.meta.main) await writeFile(ORDER_STATES_FILE, renderOrderStates());
