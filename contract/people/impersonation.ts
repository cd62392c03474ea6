import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { address, addressInput } from '../identity/addresses.ts';
import { bool, described, id, maybe } from '../values.ts';
import { customerProfile } from './person/profile.ts';

/** Acting for another person. */
export const impersonationEndpoints = {
  'GET /api/customers/impersonate/:id': endpoint({
    name: 'startImpersonation',
    summary: 'Start to impersonate a person',
    description:
      'For 60 minutes at most. Cart, checkout, catalogue and orders are then that person’s; both people get an audit event. 403 for an Admin who administers more than the caller, 409 for oneself or an inactive person.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    changesByGet: true,
    // Repeating it for the person being impersonated changes nothing; for anyone else the handler refuses it.
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('customer') }),
    reply: customerProfile,
  }),

  'GET /api/customers/impersonateCancel': endpoint({
    name: 'endImpersonation',
    summary: 'End the impersonation',
    description: 'Also succeeds when there is none.',
    tags: ['Customers'],
    access: signedIn,
    changesByGet: true,
    whileImpersonating: 'allowed',
    reply: customerProfile,
  }),

  'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails': endpoint({
    name: 'setImpersonationAddress',
    summary: 'Set the delivery address of the person being impersonated',
    description: 'For the next order. Send exactly one of the three. 409 `customer` without impersonation.',
    tags: ['Customers'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    whileImpersonating: 'allowed',
    body: Type.Object({
      addressId: described(maybe(id('address')), 'One of that person’s own addresses.'),
      address: described(maybe(addressInput), 'A new address, stored for that person.'),
      organisationResortAddressId: described(maybe(id('address')), 'Address of that person’s destination.'),
    }),
    reply: Type.Object({ success: described(bool, 'Always true.'), address }),
  }),
};
