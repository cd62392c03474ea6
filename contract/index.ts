import type { Static, TSchema } from 'typebox';
import { adhocListEndpoints } from './catalogue/adhoc-list.ts';
import { customisationEndpoints } from './catalogue/customisation/customisation.ts';
import { logoEndpoints } from './catalogue/customisation/logos.ts';
import { operatorDecorationEndpoints } from './catalogue/customisation/operator-decoration.ts';
import { operatorDesignEndpoints } from './catalogue/customisation/operator-designs.ts';
import { productImportEndpoints } from './catalogue/import.ts';
import { priceListEndpoints } from './catalogue/prices/price-lists.ts';
import { priceEndpoints } from './catalogue/prices/prices.ts';
import { productSheetEndpoints } from './catalogue/product-sheet.ts';
import { operatorCategoryEndpoints } from './catalogue/products/operator-categories.ts';
import { operatorCombinationEndpoints } from './catalogue/products/operator-combinations.ts';
import { operatorPictureEndpoints } from './catalogue/products/operator-pictures.ts';
import { operatorPositionEndpoints } from './catalogue/products/operator-positions.ts';
import { operatorProductClientEndpoints } from './catalogue/products/operator-product-client.ts';
import { operatorProductListEndpoints } from './catalogue/products/operator-product-list.ts';
import { operatorProductEndpoints } from './catalogue/products/operator-products.ts';
import { productEndpoints } from './catalogue/products/products.ts';
import { operatorRangeEndpoints } from './catalogue/range/operator-range.ts';
import { rangeEndpoints } from './catalogue/range/range.ts';
import { sizeGuideEndpoints } from './catalogue/size-guides.ts';
import { stockEnquiryEndpoints } from './catalogue/stock-enquiry.ts';
import { taxEndpoints } from './catalogue/tax/tax.ts';
import { announcementEndpoints } from './content/announcements/announcements.ts';
import { documentTypeEndpoints } from './content/documents/document-types.ts';
import { documentEndpoints } from './content/documents/documents.ts';
import { operatorDocumentEndpoints } from './content/documents/operator-documents.ts';
import { ownDocumentEndpoints } from './content/documents/own-documents.ts';
import { contentPictureEndpoints } from './content/pictures.ts';
import { publicationEndpoints } from './content/publications.ts';
import { slideEndpoints } from './content/slides/slides.ts';
import { termsEndpoints } from './content/terms.ts';
import { topicEndpoints } from './content/topics.ts';
import type { Endpoint } from './endpoint.ts';
import { wardrobeDraftEndpoints } from './entitlement/wardrobes/drafts.ts';
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
import { changeEndpoints } from './integrations/changes/changes.ts';
import { punchoutConnectionEndpoints } from './integrations/punchout/connections.ts';
import { purchaseOrderEndpoints } from './integrations/punchout/purchase-orders.ts';
import { punchoutTripEndpoints } from './integrations/punchout/trips.ts';
import { webhookEndpoints } from './integrations/webhooks/webhooks.ts';
import { approvalCardEndpoints } from './ordering/approval/approval-card.ts';
import { approvalRuleEndpoints } from './ordering/approval/approval-rules.ts';
import { delegationEndpoints } from './ordering/approval/delegations.ts';
import { cardPaymentEndpoints } from './ordering/card-payments/card-payments.ts';
import { operatorCardPaymentEndpoints } from './ordering/card-payments/operator-card-payments.ts';
import { paymentProviderEndpoints } from './ordering/card-payments/payment-providers.ts';
import { receiptEndpoints } from './ordering/card-payments/receipts.ts';
import { cartEndpoints } from './ordering/cart.ts';
import { checkoutEndpoints } from './ordering/checkout.ts';
import { checkoutQuestionEndpoints } from './ordering/checkout-questions/checkout-questions.ts';
import { costCentreEndpoints } from './ordering/cost-centres.ts';
import { creditEndpoints } from './ordering/credit.ts';
import { dashboardEndpoints } from './ordering/dashboards.ts';
import { decisionEndpoints } from './ordering/decisions.ts';
import { decorationEndpoints } from './ordering/decoration.ts';
import { deliveryOptionEndpoints } from './ordering/delivery-options.ts';
import { expectedDeliveryEndpoints } from './ordering/fulfilment/expected-deliveries.ts';
import { fulfilmentEndpoints } from './ordering/fulfilment/fulfilment.ts';
import { handoverEndpoints } from './ordering/fulfilment/handovers.ts';
import { paperEndpoints } from './ordering/fulfilment/papers.ts';
import { shipmentEndpoints } from './ordering/fulfilment/shipments.ts';
import { stockEndpoints } from './ordering/fulfilment/stock.ts';
import { stockCountEndpoints } from './ordering/fulfilment/stock-counts.ts';
import { stockLevelEndpoints } from './ordering/fulfilment/stock-levels.ts';
import { stockPriorityEndpoints } from './ordering/fulfilment/stock-priority.ts';
import { accountStatementEndpoints } from './ordering/invoices/account-statement.ts';
import { invoiceEndpoints } from './ordering/invoices/invoices.ts';
import { operatorInvoiceEndpoints } from './ordering/invoices/operator-invoices.ts';
import { issuedGarmentEndpoints } from './ordering/issued-garments.ts';
import { keptSizeEndpoints } from './ordering/kept-sizes.ts';
import { madeToMeasureEndpoints } from './ordering/made-to-measure/made-to-measure.ts';
import { operatorMadeToMeasureEndpoints } from './ordering/made-to-measure/operator-made-to-measure.ts';
import { managedReturnEndpoints } from './ordering/managed-returns.ts';
import { orderChangeEndpoints } from './ordering/order-changes.ts';
import { orderSheetEndpoints } from './ordering/order-sheets/order-sheets.ts';
import { orderEndpoints } from './ordering/orders.ts';
import { paymentEndpoints } from './ordering/payments.ts';
import { proofEndpoints } from './ordering/proofs/proofs.ts';
import { operatorQuoteEndpoints } from './ordering/quotes/operator-quotes.ts';
import { quoteEndpoints } from './ordering/quotes/quotes.ts';
import { reorderEndpoints } from './ordering/reorder.ts';
import { returnFileEndpoints } from './ordering/returns/return-files.ts';
import { returnLabelEndpoints } from './ordering/returns/return-labels.ts';
import { returnTermsEndpoints } from './ordering/returns/return-terms.ts';
import { returnEndpoints } from './ordering/returns/returns.ts';
import { statementEndpoints } from './ordering/statement.ts';
import { stockNoticeEndpoints } from './ordering/stock-notices.ts';
import { underwayEndpoints } from './ordering/underway.ts';
import { uniformBuilderEndpoints } from './ordering/uniform-builder.ts';
import { brandEndpoints } from './organisation/brands.ts';
import { settingsEndpoints } from './organisation/settings/settings.ts';
import { organisationEndpoints } from './organisation/structure/organisation.ts';
import { structureEndpoints } from './organisation/structure/structure.ts';
import { wardrobeEndpoints } from './organisation/wardrobes.ts';
import { adjustmentEndpoints } from './people/adjustments.ts';
import { peopleBulkEditEndpoints } from './people/bulk-edit.ts';
import { entitlementRequestEndpoints } from './people/entitlement-requests.ts';
import { impersonationEndpoints } from './people/impersonation.ts';
import { importQuestionEndpoints } from './people/import/questions.ts';
import { importReadingEndpoints } from './people/import/reading.ts';
import { importRowEndpoints } from './people/import/rows.ts';
import { peopleImportEndpoints } from './people/import.ts';
import { invitationEndpoints } from './people/invitations.ts';
import { peopleListEndpoints } from './people/list.ts';
import { optOutEndpoints } from './people/opt-out.ts';
import { personEmailEndpoints } from './people/person/email.ts';
import { entitlementPreviewEndpoints } from './people/person/entitlement-preview.ts';
import { personEndpoints } from './people/person/person.ts';
import { profileEndpoints } from './people/person/profile.ts';
import { registrationEndpoints } from './people/registration.ts';
import { seasonMemberEndpoints } from './people/season-members.ts';
import { timeRequestEndpoints } from './people/time-requests.ts';
import { bulkEditEndpoints, supplierBulkEditEndpoints } from './platform/bulk-edit.ts';
import { exportEndpoints, supplierExportEndpoints } from './platform/exports/exports.ts';
import { accountEndpoints } from './privacy/account/account.ts';
import { erasureEndpoints } from './privacy/erasure.ts';
import { searchEndpoints } from './search/search.ts';
import { sizingEndpoints } from './sizing/sizing.ts';

/** Every call of the portal's API, keyed by method and path. */
export const contract = {
  ...brandEndpoints,
  ...accessEndpoints,
  ...passwordEndpoints,
  ...invitationEndpoints,
  ...emailEndpoints,
  ...registrationEndpoints,
  ...optOutEndpoints,
  ...accountEndpoints,
  ...erasureEndpoints,
  ...profileEndpoints,
  ...peopleListEndpoints,
  ...personEndpoints,
  ...personEmailEndpoints,
  ...impersonationEndpoints,
  ...peopleImportEndpoints,
  ...importQuestionEndpoints,
  ...importReadingEndpoints,
  ...importRowEndpoints,
  ...bulkEditEndpoints,
  ...productImportEndpoints,
  ...supplierBulkEditEndpoints,
  ...exportEndpoints,
  ...supplierExportEndpoints,
  ...peopleBulkEditEndpoints,
  ...seasonMemberEndpoints,
  ...entitlementPreviewEndpoints,
  ...secondFactorEndpoints,
  ...operatorEndpoints,
  ...passkeyEndpoints,
  ...apiKeyEndpoints,
  ...listSettingsEndpoints,
  ...listViewEndpoints,
  ...organisationEndpoints,
  ...announcementEndpoints,
  ...slideEndpoints,
  ...settingsEndpoints,
  ...structureEndpoints,
  ...sizeGuideEndpoints,
  ...operatorProductListEndpoints,
  ...operatorProductEndpoints,
  ...operatorCategoryEndpoints,
  ...operatorCombinationEndpoints,
  ...operatorProductClientEndpoints,
  ...operatorRangeEndpoints,
  ...operatorPictureEndpoints,
  ...priceEndpoints,
  ...priceListEndpoints,
  ...taxEndpoints,
  ...rangeEndpoints,
  ...wardrobeEndpoints,
  ...wardrobeAdministrationEndpoints,
  ...wardrobeDraftEndpoints,
  ...statementEndpoints,
  ...adjustmentEndpoints,
  ...entitlementRequestEndpoints,
  ...timeRequestEndpoints,
  ...uniformBuilderEndpoints,
  ...unorderableGroupEndpoints,
  ...addressEndpoints,
  ...productSheetEndpoints,
  ...productEndpoints,
  ...adhocListEndpoints,
  ...stockEnquiryEndpoints,
  ...customisationEndpoints,
  ...logoEndpoints,
  ...operatorDecorationEndpoints,
  ...operatorPositionEndpoints,
  ...operatorDesignEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...receiptEndpoints,
  ...operatorCardPaymentEndpoints,
  ...cardPaymentEndpoints,
  ...checkoutQuestionEndpoints,
  ...costCentreEndpoints,
  ...paymentProviderEndpoints,
  ...creditEndpoints,
  ...deliveryOptionEndpoints,
  ...invoiceEndpoints,
  ...accountStatementEndpoints,
  ...operatorInvoiceEndpoints,
  ...paymentEndpoints,
  ...orderSheetEndpoints,
  ...dashboardEndpoints,
  ...orderEndpoints,
  ...orderChangeEndpoints,
  ...issuedGarmentEndpoints,
  ...keptSizeEndpoints,
  ...madeToMeasureEndpoints,
  ...operatorMadeToMeasureEndpoints,
  ...underwayEndpoints,
  ...fulfilmentEndpoints,
  ...shipmentEndpoints,
  ...handoverEndpoints,
  ...paperEndpoints,
  ...decorationEndpoints,
  ...stockEndpoints,
  ...stockLevelEndpoints,
  ...stockPriorityEndpoints,
  ...stockCountEndpoints,
  ...expectedDeliveryEndpoints,
  ...stockNoticeEndpoints,
  ...proofEndpoints,
  ...quoteEndpoints,
  ...operatorQuoteEndpoints,
  ...reorderEndpoints,
  ...returnEndpoints,
  ...managedReturnEndpoints,
  ...returnFileEndpoints,
  ...returnLabelEndpoints,
  ...returnTermsEndpoints,
  ...delegationEndpoints,
  ...approvalRuleEndpoints,
  ...decisionEndpoints,
  ...approvalCardEndpoints,
  ...publicationEndpoints,
  ...contentPictureEndpoints,
  ...termsEndpoints,
  ...topicEndpoints,
  ...documentEndpoints,
  ...documentTypeEndpoints,
  ...ownDocumentEndpoints,
  ...operatorDocumentEndpoints,
  ...searchEndpoints,
  ...sizingEndpoints,
  ...punchoutConnectionEndpoints,
  ...purchaseOrderEndpoints,
  ...punchoutTripEndpoints,
  ...webhookEndpoints,
  ...changeEndpoints,
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
