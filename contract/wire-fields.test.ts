import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { type Call, contract } from './index.ts';

// The entities that the specification of the portal’s calls names: no field of these may be missing from a reply, whatever is added to it.

type Reply = { properties?: Record<string, TSchema>; items?: TSchema };

/** The schema of a part of a reply; `[]` is an item of a list. */
function getPart(call: Call, path: string): Reply | undefined {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduce<Reply | undefined>(
    (part, step) => (step === '[]' ? part?.items : part?.properties?.[step]) as Reply | undefined,
    contract[call].reply as Reply,
  );
}

const AMOUNTS = 'totalValue shippedValue pendingValue cancelledValue';
const LISTED_PRODUCT =
  'id name price sku images callForPrice isMadeToOrder sizeGuideId specifications oldPrice priceFrom shortDescription seName stockMessage';
const LISTED_ORDER = `id customer createdOnUtc orderTotal poNumber orderStatus paymentStatus shippingStatus ${AMOUNTS} returnRequestAllowed trackingUrls shippedOnUtc
  businessAreaId customOrderNumber currencyCode orderStatusId paymentStatusId shippingStatusId approvalAllowed reOrderAllowed cancelAllowed resortId organisationGroupId
  collectionId seasonId replacesOrderId replacedByOrderId fingerprint`;
const PERSON = `id bodiMeCustomerId organisationId email firstName lastName employeeNumber poNumber gender roleIds roles permissions adminableOrganisationGroupIds
  organisationGroupIds organisationGroups organisationCollections organisationSeasons departments allocationTypeId marketingPreferencesEnabled termsAndConditionsEnabled
  termsAndConditionsRequired marketingByEmail marketingByFax marketingByPhone marketingByPost termsAgreed privacyAgreed organisationResortId organisationBusinessAreaId
  organisationResortAddresses limitAdhocToCustomerCollection adhocSelectedBusinessAreaId adhocSelectedCollectionId punchoutAllowShippingAddressSelection punchoutSessionGuid
  punchoutOperation taxDisplayType wardrobeOptOut wardrobeOptOutDateUtc allowOrderApproval liveChatGroupId bodiMeUsedBodyBlocks domain logo token userRegistrationType active
  createdOnUtc lastLoginDateUtc jobRoleId startDateUtc endDateUtc weeklyHours leaves pricesVisible currencyCode version`;
const CUSTOMISATION =
  'id productId customisationId methodId method positionId position logoId logoSrc text fontName threadColour nameDesignId price setupPrice isMandatory comments createdOnUtc';

const ENTITIES: [name: string, call: Call, path: string, fields: string][] = [
  [
    'a person in a list',
    'GET /api/customers',
    'customers.[]',
    `${PERSON} orderingProgress orderingStatusId orderingBodiMeStatusId`,
  ],
  ['the profile', 'GET /api/customerprofile', '', `${PERSON} impersonatedCustomer`],
  ['a leave', 'GET /api/customerprofile', 'leaves.[]', 'fromUtc toUtc'],
  [
    'the settings',
    'GET /api/organisations/settings',
    '',
    'logoUrl primaryColour secondaryColour tertiaryColour name keepsOwnPrices poNumberRequired poNumberFromApprover allowOptOut returnDays timeZone helpEmail helpPhone helpText',
  ],
  [
    'a group',
    'GET /api/organisationgroups',
    'organisationGroups.[]',
    'id name childCollections allowedAllocationTypes displayOrder',
  ],
  [
    'a season',
    'GET /api/organisationseasons',
    'organisationSeasons.[]',
    'id name startDateUtc endDateUtc orderingOpensUtc orderingClosesUtc isCurrent',
  ],
  [
    'a wardrobe',
    'GET /api/organisationcollection',
    'organisationCollections.[]',
    'id name description imageSrc organisationGroupId parentCollectionId seasonId childCollections allowedAllocationTypes collectionGroups superGroups displayOrder',
  ],
  [
    'a group of a wardrobe',
    'GET /api/organisationcollection',
    'organisationCollections.[].collectionGroups.[]',
    'id name superGroupOptionId minQuantity allocatedQuantity usedQuantity remainingQuantity productIds',
  ],
  [
    'the uniform builder',
    'GET /api/organisation/uniformbuilder/:id',
    'uniformBuilder',
    'collection allocationTypeId isFixedAllocation superGroupOptionIds pointsTotal pointsUsed budgetTotal budgetUsed specialMeasurements notices',
  ],
  [
    'a product of the builder',
    'GET /api/productorganisation/uniformBuilderProducts/:id',
    'products.[]',
    `${LISTED_PRODUCT} collectionGroupId superGroupId superGroupOptionId allocatedQuantity remainingQuantity points attributes productAttributeCombinations`,
  ],
  ['a listed product', 'GET /api/products', 'products.[]', LISTED_PRODUCT],
  [
    'a product',
    'GET /api/products/:id',
    'products.[]',
    `${LISTED_PRODUCT} fullDescription metaTitle metaDescription metaKeywords manufacturerPartNumber gtin productType manageInventoryMethodId stockQuantity
      displayStockAvailability displayStockQuantity minStockQuantity backorderModeId orderMinimumQuantity orderMaximumQuantity allowedQuantities
      allowAddingOnlyExistingAttributeCombinations disableBuyButton availableForPreOrder isShipEnabled isFreeShipping isTaxExempt preOrderAvailabilityStartDateTimeUtc
      leadTimeDays weight length width height tierPrices attributes productAttributeCombinations categoryIds associatedProductIds tags customisationEnabled
      customisationRequired unspsc unitOfMeasure hasPdf createdOnUtc updatedOnUtc`,
  ],
  [
    'a combination',
    'GET /api/products/:id',
    'products.[].productAttributeCombinations.[]',
    'id productId attributes attributeDescription sku manufacturerPartNumber gtin stockQuantity allowOutOfStockOrders minStockQuantity overriddenPrice price stockMessage stockStatus dueDateUtc dueQuantity imageSrc',
  ],
  [
    'the stock of a SKU',
    'GET /api/product/stock/:sku',
    'stock',
    'productId combinationId found sku gtin name attributeDescription colour size fit imageSrc price stockQuantity stockStatus stockMessage dueDateUtc dueQuantity canOrder',
  ],
  [
    'the cart',
    'GET /api/shopping_cart_items',
    '',
    'items warnings totalQuantity subTotal subTotalInclTax subTotalExclTax tax charges taxDisplayType currencyCode canCheckout',
  ],
  [
    'a line of the cart',
    'GET /api/shopping_cart_items',
    'items.[]',
    `id productId combinationId productName sku images attributes attributeDescription quantity unitPrice subTotal unitPriceInclTax unitPriceExclTax subTotalInclTax
      subTotalExclTax customisations organisationCollectionId collectionGroupId superGroupId superGroupOptionId superGroupName customerId customerName quoteItemId
      isMadeToOrder callForPrice stockQuantity stockMessage orderMinimumQuantity orderMaximumQuantity allowedQuantities isEditable warnings createdOnUtc updatedOnUtc`,
  ],
  ['a customisation', 'GET /api/shopping_cart_items', 'items.[].customisations.[]', CUSTOMISATION],
  [
    'totals of items',
    'POST /api/product/getbuynowtotals',
    'totals',
    'items quantity subTotal customisationTotal tax total currencyCode taxDisplayType',
  ],
  [
    'an item with its price',
    'POST /api/product/getbuynowtotals',
    'totals.items.[]',
    'combinationId sku quantity unitPrice subTotal warnings',
  ],
  [
    'the summary',
    'POST /api/checkoutsummary',
    '',
    `items billingAddress shippingAddress shippingOption paymentOption poNumber comments poNumberRequired requiresShipping requiresApproval requestedDeliveryDateUtc
      checkoutId checkoutAttributes subTotal subTotalDiscount shipping paymentMethodAdditionalFee tax orderDiscount orderTotal charges taxRates taxDisplayType currencyCode
      entitlementValue payableValue warnings canPlaceOrder`,
  ],
  [
    'a question at checkout',
    'POST /api/checkoutsummary',
    'checkoutAttributes.[]',
    'id name textPrompt isRequired attributeControlTypeId defaultValue values selected',
  ],
  [
    'a placed order',
    'POST /api/setpaymentform',
    '',
    'success msg orderId customOrderNumber orderStatus requiresApproval redirectUrl paymentForm items',
  ],
  ['the form to post', 'POST /api/setpaymentform', 'paymentForm', 'action method target fields'],
  ['a listed order', 'GET /api/orders', 'orders.[]', LISTED_ORDER],
  ['totals of orders', 'GET /api/orders', 'totals', `orderCount orderTotal ${AMOUNTS} currencyCode`],
  [
    'an order',
    'GET /api/orders/:id',
    'orders.[]',
    `${LISTED_ORDER} orderGuid billingAddress shippingAddress shippingMethod paymentMethod paymentMethodSystemName customerTaxDisplayType orderSubtotalInclTax
      orderSubtotalExclTax orderSubTotalDiscountInclTax orderSubTotalDiscountExclTax orderShippingInclTax orderShippingExclTax paymentMethodAdditionalFeeInclTax
      paymentMethodAdditionalFeeExclTax orderTax orderDiscount refundedAmount charges taxRates checkoutAttributeDescription comments paidDateUtc canRetryPayment approval
      orderItems shipments orderNotes returnRequests`,
  ],
  [
    'a line of an order',
    'GET /api/orders/:id',
    'orders.[].orderItems.[]',
    `id productId productName sku gtin images attributes attributeDescription quantity shippedQuantity cancelledQuantity pendingQuantity returnedQuantity
      cancellableQuantity unitPriceInclTax unitPriceExclTax priceInclTax priceExclTax discountAmountInclTax discountAmountExclTax customisations organisationCollectionId
      collectionGroupId superGroupId superGroupOptionId customerId customerName dueDateUtc`,
  ],
  [
    'a parcel',
    'GET /api/orders/:id',
    'orders.[].shipments.[]',
    'id trackingNumber trackingUrl carrier shippedDateUtc deliveryDateUtc items',
  ],
  [
    'the form of a return',
    'GET /api/returnrequest/:id',
    'returnRequest',
    'orderId customOrderNumber items availableReturnReasons availableReturnActions allowFiles',
  ],
  [
    'a requested return',
    'GET /api/customerreturnrequests',
    'returnRequests.[]',
    `id orderId orderItemId productId quantity customNumber productName sku attributeDescription returnRequestStatus returnRequestStatusId returnReason returnAction
      comments files exchangeCombinationId exchangeDescription exchangeOrderItemId createdOnUtc updatedOnUtc`,
  ],
  [
    'the financial overview',
    'GET /api/organisations/financialOverview',
    '',
    `organisationId seasonId currencyCode orderCount ${AMOUNTS} averageOrderValue awaitingApprovalCount awaitingApprovalValue creditedValue budgetValue
      remainingBudgetValue organisationGroups`,
  ],
  [
    'a document',
    'GET /api/documents',
    'documents.[]',
    'id name description documentTypeId documentType filename contentType sizeBytes version validUntilUtc isNew productIds createdOnUtc updatedOnUtc',
  ],
];

describe('fields of the specification', () => {
  it.each(ENTITIES)('of %s are in the reply', (_, call, path, fields) => {
    const known = Object.keys(getPart(call, path)?.properties ?? {});
    expect(fields.split(/\s+/).filter((field) => !known.includes(field))).toEqual([]);
  });
});
