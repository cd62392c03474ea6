import type { Static, TSchema } from 'typebox';
import { catalogueEndpoints } from './catalogue/products.ts';
import { rangeEndpoints } from './catalogue/range.ts';
import { sizeGuideEndpoints } from './catalogue/size-guides.ts';
import { stockEndpoints } from './catalogue/stock-enquiry.ts';
import type { Endpoint } from './endpoint.ts';
import { entitlementRequestEndpoints } from './entitlement/entitlement-requests.ts';
import { statementEndpoints } from './entitlement/statement.ts';
import { uniformBuilderEndpoints } from './entitlement/uniform-builder.ts';
import { unorderableGroupEndpoints } from './entitlement/unorderable-groups.ts';
import { wardrobeAdministrationEndpoints } from './entitlement/wardrobes.ts';
import { accessEndpoints } from './identity/access.ts';
import { addressEndpoints } from './identity/addresses.ts';
import { apiKeyEndpoints } from './identity/api-keys.ts';
import { emailEndpoints } from './identity/emails.ts';
import { listSettingsEndpoints } from './identity/list-settings.ts';
import { listViewEndpoints } from './identity/list-views.ts';
import { operatorEndpoints } from './identity/operators.ts';
import { passkeyEndpoints } from './identity/passkeys.ts';
import { passwordEndpoints } from './identity/passwords.ts';
import { secondFactorEndpoints } from './identity/second-factor.ts';
import { webhookEndpoints } from './integrations/webhooks.ts';
import { approvalEndpoints } from './ordering/approval.ts';
import { approvalCardEndpoints } from './ordering/approval-card.ts';
import { approvalRuleEndpoints } from './ordering/approval-rules.ts';
import { cartEndpoints } from './ordering/cart.ts';
import { checkoutEndpoints } from './ordering/checkout.ts';
import { creditEndpoints } from './ordering/credit.ts';
import { delegationEndpoints } from './ordering/delegations.ts';
import { fulfilmentEndpoints } from './ordering/fulfilment.ts';
import { accountStatementEndpoints, invoiceEndpoints } from './ordering/invoices.ts';
import { issuedGarmentEndpoints } from './ordering/issued-garments.ts';
import { orderChangeEndpoints } from './ordering/order-changes.ts';
import { orderEndpoints } from './ordering/orders.ts';
import { paymentEndpoints } from './ordering/payments.ts';
import { reorderEndpoints } from './ordering/reorder.ts';
import { returnFileEndpoints } from './ordering/return-files.ts';
import { returnLabelEndpoints } from './ordering/return-labels.ts';
import { returnTermsEndpoints } from './ordering/return-terms.ts';
import { returnEndpoints } from './ordering/returns.ts';
import { shipmentEndpoints } from './ordering/shipments.ts';
import { warehouseStockEndpoints } from './ordering/warehouse-stock.ts';
import { organisationEndpoints } from './organisation/organisation.ts';
import { ownSettingsEndpoints } from './organisation/own-settings.ts';
import { structureEndpoints } from './organisation/structure.ts';
import { themeEndpoints } from './organisation/theme.ts';
import { wardrobeEndpoints } from './organisation/wardrobes.ts';
import { entitlementPreviewEndpoints } from './people/entitlement-preview.ts';
import { invitationEndpoints } from './people/invitations.ts';
import { peopleEndpoints } from './people/people.ts';
import { peopleBulkEditEndpoints } from './people/people-bulk-edit.ts';
import { peopleImportEndpoints } from './people/people-import.ts';
import { personEndpoints } from './people/person.ts';
import { profileEndpoints } from './people/profile.ts';
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
