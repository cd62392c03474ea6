import type { Static, TSchema } from 'typebox';
import { catalogueEndpoints } from './catalogue/products/products.ts';
import { rangeEndpoints } from './catalogue/range/range.ts';
import { sizeGuideEndpoints } from './catalogue/size-guides.ts';
import { stockEndpoints } from './catalogue/stock-enquiry.ts';
import type { Endpoint } from './endpoint.ts';
import { unorderableGroupEndpoints } from './entitlement/wardrobes/unorderable-groups.ts';
import { wardrobeAdministrationEndpoints } from './entitlement/wardrobes/wardrobes.ts';
import { addressEndpoints } from './identity/addresses.ts';
import { emailEndpoints } from './identity/emails.ts';
import { listSettingsEndpoints } from './identity/list-settings/list-settings.ts';
import { listViewEndpoints } from './identity/list-settings/list-views.ts';
import { accessEndpoints } from './identity/login/access.ts';
import { secondFactorEndpoints } from './identity/login/second-factor.ts';
import { apiKeyEndpoints } from './identity/operators/api-keys.ts';
import { operatorEndpoints } from './identity/operators/operators.ts';
import { passkeyEndpoints } from './identity/operators/passkeys.ts';
import { passwordEndpoints } from './identity/passwords.ts';
import { webhookEndpoints } from './integrations/webhooks/webhooks.ts';
import { approvalCardEndpoints } from './ordering/approval/approval-card.ts';
import { approvalRuleEndpoints } from './ordering/approval/approval-rules.ts';
import { delegationEndpoints } from './ordering/approval/delegations.ts';
import { cartEndpoints } from './ordering/cart.ts';
import { checkoutEndpoints } from './ordering/checkout.ts';
import { creditEndpoints } from './ordering/credit.ts';
import { approvalEndpoints } from './ordering/decisions.ts';
import { fulfilmentEndpoints } from './ordering/fulfilment/fulfilment.ts';
import { shipmentEndpoints } from './ordering/fulfilment/shipments.ts';
import { warehouseStockEndpoints } from './ordering/fulfilment/stock.ts';
import { accountStatementEndpoints, invoiceEndpoints } from './ordering/invoices/invoices.ts';
import { issuedGarmentEndpoints } from './ordering/issued-garments.ts';
import { orderChangeEndpoints } from './ordering/order-changes.ts';
import { orderEndpoints } from './ordering/orders.ts';
import { paymentEndpoints } from './ordering/payments.ts';
import { reorderEndpoints } from './ordering/reorder.ts';
import { returnFileEndpoints } from './ordering/returns/return-files.ts';
import { returnLabelEndpoints } from './ordering/returns/return-labels.ts';
import { returnTermsEndpoints } from './ordering/returns/return-terms.ts';
import { returnEndpoints } from './ordering/returns/returns.ts';
import { statementEndpoints } from './ordering/statement.ts';
import { uniformBuilderEndpoints } from './ordering/uniform-builder.ts';
import { themeEndpoints } from './organisation/brands.ts';
import { ownSettingsEndpoints } from './organisation/settings.ts';
import { organisationEndpoints } from './organisation/structure/organisation.ts';
import { structureEndpoints } from './organisation/structure/structure.ts';
import { wardrobeEndpoints } from './organisation/wardrobes.ts';
import { peopleBulkEditEndpoints } from './people/bulk-edit.ts';
import { entitlementRequestEndpoints } from './people/entitlement-requests.ts';
import { peopleImportEndpoints } from './people/import.ts';
import { invitationEndpoints } from './people/invitations.ts';
import { peopleEndpoints } from './people/list.ts';
import { entitlementPreviewEndpoints } from './people/person/entitlement-preview.ts';
import { personEndpoints } from './people/person/person.ts';
import { profileEndpoints } from './people/person/profile.ts';
import { registrationEndpoints } from './people/registration.ts';
import { bulkEditEndpoints } from './platform/bulk-edit.ts';
import { accountEndpoints } from './privacy/account.ts';
import { searchEndpoints } from './search/search.ts';
import { sizingEndpoints } from './sizing/sizing.ts';

/** Every call of the portal's API, keyed by method and path. */
export const contract = {
  ...themeEndpoints,
  ...accessEndpoints,
  ...passwordEndpoints,
  ...invitationEndpoints,
  ...emailEndpoints,
  ...registrationEndpoints,
  ...accountEndpoints,
  ...profileEndpoints,
  ...peopleEndpoints,
  ...personEndpoints,
  ...peopleImportEndpoints,
  ...bulkEditEndpoints,
  ...peopleBulkEditEndpoints,
  ...entitlementPreviewEndpoints,
  ...secondFactorEndpoints,
  ...operatorEndpoints,
  ...passkeyEndpoints,
  ...apiKeyEndpoints,
  ...listSettingsEndpoints,
  ...listViewEndpoints,
  ...organisationEndpoints,
  ...ownSettingsEndpoints,
  ...structureEndpoints,
  ...sizeGuideEndpoints,
  ...rangeEndpoints,
  ...wardrobeEndpoints,
  ...wardrobeAdministrationEndpoints,
  ...statementEndpoints,
  ...entitlementRequestEndpoints,
  ...uniformBuilderEndpoints,
  ...unorderableGroupEndpoints,
  ...addressEndpoints,
  ...catalogueEndpoints,
  ...stockEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...creditEndpoints,
  ...invoiceEndpoints,
  ...accountStatementEndpoints,
  ...paymentEndpoints,
  ...orderEndpoints,
  ...orderChangeEndpoints,
  ...issuedGarmentEndpoints,
  ...fulfilmentEndpoints,
  ...shipmentEndpoints,
  ...warehouseStockEndpoints,
  ...reorderEndpoints,
  ...returnEndpoints,
  ...returnFileEndpoints,
  ...returnLabelEndpoints,
  ...returnTermsEndpoints,
  ...delegationEndpoints,
  ...approvalRuleEndpoints,
  ...approvalEndpoints,
  ...approvalCardEndpoints,
  ...searchEndpoints,
  ...sizingEndpoints,
  ...webhookEndpoints,
} satisfies Record<string, Endpoint>;

/** Type of the contract: schemas of every call by method and path. */
export type Contract = typeof contract;
/** Method and path of a call, for example `GET /api/countries`. */
export type Call = keyof Contract;

type StaticOf<E, K extends PropertyKey> = E extends { [P in K]: infer S extends TSchema } ? Static<S> : undefined;

// Computed once for the whole table: computed call by call, it would take most of the time of type checking.
type Parts = {
  [C in Call]: {
    params: StaticOf<Contract[C], 'params'>;
    query: StaticOf<Contract[C], 'query'>;
    form: StaticOf<Contract[C], 'form'>;
    reply: StaticOf<Contract[C], 'reply'>;
    body: StaticOf<Contract[C], 'body'>;
  };
};

/** Path parameters of a call; `undefined` when it has none. */
export type ParamsOf<C extends Call> = Parts[C]['params'];
/** Query of a call; `undefined` when it has none. */
export type QueryOf<C extends Call> = Parts[C]['query'];
/** Form of a call; `undefined` when it has none. */
export type FormOf<C extends Call> = Parts[C]['form'];
/** Reply of a call. */
export type ReplyOf<C extends Call> = Parts[C]['reply'];
/** Body of a call without its root, as handlers receive it; `undefined` when it has none. */
export type BodyOf<C extends Call> = Parts[C]['body'];
/** Body of a call with its root, as clients send it. */
export type WireBodyOf<C extends Call> = Contract[C] extends { root: infer R extends string }
  ? { [K in R]: BodyOf<C> }
  : BodyOf<C>;
