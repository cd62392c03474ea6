import type { Static, TSchema } from 'typebox';
import { accessEndpoints } from './access.ts';
import { accountEndpoints } from './account.ts';
import { addressEndpoints } from './addresses.ts';
import { cartEndpoints } from './cart.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkout.ts';
import { customerEndpoints } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { orderEndpoints } from './orders.ts';
import { organisationEndpoints } from './organisation.ts';
import { passwordEndpoints } from './passwords.ts';
import { peopleChangeEndpoints } from './people-changes.ts';
import { peopleImportEndpoints } from './people-import.ts';
import { personEndpoints } from './person.ts';
import { rangeEndpoints } from './range.ts';
import { registrationEndpoints } from './registration.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { sizingEndpoints } from './sizing.ts';
import { stockEndpoints } from './stock.ts';
import { structureEndpoints } from './structure.ts';
import { themeEndpoints } from './theme.ts';
import { wardrobeEndpoints } from './wardrobe.ts';

/** Every call of the portal's API, keyed by method and path. */
export const contract = {
  ...themeEndpoints,
  ...accessEndpoints,
  ...passwordEndpoints,
  ...registrationEndpoints,
  ...accountEndpoints,
  ...customerEndpoints,
  ...personEndpoints,
  ...peopleImportEndpoints,
  ...peopleChangeEndpoints,
  ...secondFactorEndpoints,
  ...organisationEndpoints,
  ...structureEndpoints,
  ...rangeEndpoints,
  ...wardrobeEndpoints,
  ...addressEndpoints,
  ...catalogueEndpoints,
  ...stockEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...orderEndpoints,
  ...sizingEndpoints,
} satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type Call = keyof Contract;

type StaticOf<E, K extends PropertyKey> = E extends { [P in K]: infer S extends TSchema } ? Static<S> : undefined;

// Worked out once for the whole table: asked for call by call it is the larger part of the time that type checking takes.
type Parts = {
  [C in Call]: {
    params: StaticOf<Contract[C], 'params'>;
    query: StaticOf<Contract[C], 'query'>;
    form: StaticOf<Contract[C], 'form'>;
    reply: StaticOf<Contract[C], 'reply'>;
    body: StaticOf<Contract[C], 'body'>;
  };
};

/** Types of one call's parts; `undefined` where the call has no such part. */
export type ParamsOf<C extends Call> = Parts[C]['params'];
export type QueryOf<C extends Call> = Parts[C]['query'];
export type FormOf<C extends Call> = Parts[C]['form'];
export type ReplyOf<C extends Call> = Parts[C]['reply'];
/** The body without its root, as handlers see it. */
export type BodyOf<C extends Call> = Parts[C]['body'];
/** The body as it travels, with its root. */
export type WireBodyOf<C extends Call> = Contract[C] extends { root: infer R extends string }
  ? { [K in R]: BodyOf<C> }
  : BodyOf<C>;
