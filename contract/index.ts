import type { Static, TSchema } from 'typebox';
import { catalogueEndpoints } from './catalogue/products.ts';
import { rangeEndpoints } from './catalogue/range.ts';
import { stockEndpoints } from './catalogue/stock-enquiry.ts';
import type { Endpoint } from './endpoint.ts';
import { accessEndpoints } from './identity/access.ts';
import { addressEndpoints } from './identity/addresses.ts';
import { passwordEndpoints } from './identity/passwords.ts';
import { secondFactorEndpoints } from './identity/second-factor.ts';
import { cartEndpoints } from './ordering/cart.ts';
import { checkoutEndpoints } from './ordering/checkout.ts';
import { orderEndpoints } from './ordering/orders.ts';
import { organisationEndpoints } from './organisation/organisation.ts';
import { structureEndpoints } from './organisation/structure.ts';
import { themeEndpoints } from './organisation/theme.ts';
import { wardrobeEndpoints } from './organisation/wardrobes.ts';
import { peopleEndpoints } from './people/people.ts';
import { peopleBulkEditEndpoints } from './people/people-bulk-edit.ts';
import { peopleImportEndpoints } from './people/people-import.ts';
import { personEndpoints } from './people/person.ts';
import { profileEndpoints } from './people/profile.ts';
import { registrationEndpoints } from './people/registration.ts';
import { accountEndpoints } from './privacy/account.ts';
import { sizingEndpoints } from './sizing/sizing.ts';

/** Every call of the portal's API, keyed by method and path. */
export const contract = {
  ...themeEndpoints,
  ...accessEndpoints,
  ...passwordEndpoints,
  ...registrationEndpoints,
  ...accountEndpoints,
  ...profileEndpoints,
  ...peopleEndpoints,
  ...personEndpoints,
  ...peopleImportEndpoints,
  ...peopleBulkEditEndpoints,
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
