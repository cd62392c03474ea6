// Written by `npm run types` from the migrations. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** Read as the parsed value. Written as an object or as JSON text; an array as text, since `pg` takes it for an SQL array. */
export type Json = ColumnType<JsonValue, JsonObject | string, JsonObject | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Whether an insert may omit the column, because the database fills it in. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface Database {
  address: AddressTable;
  allocation_type: AllocationTypeTable;
  announcement: AnnouncementTable;
  api_key: ApiKeyTable;
  api_key_brand: ApiKeyBrandTable;
  api_key_secret: ApiKeySecretTable;
  approval: ApprovalTable;
  approval_line: ApprovalLineTable;
  approval_rule: ApprovalRuleTable;
  approver_reach: ApproverReachTable;
  attribute: AttributeTable;
  audit_event: AuditEventTable;
  body: BodyTable;
  body_consent: BodyConsentTable;
  brand: BrandTable;
  brand_host: BrandHostTable;
  bulk_edit: BulkEditTable;
  bulk_edit_item: BulkEditItemTable;
  business_area: BusinessAreaTable;
  card_dispute: CardDisputeTable;
  card_payment: CardPaymentTable;
  card_payment_event: CardPaymentEventTable;
  card_refund: CardRefundTable;
  cart: CartTable;
  cart_line: CartLineTable;
  cart_line_customisation: CartLineCustomisationTable;
  catalogue_import: CatalogueImportTable;
  catalogue_import_product: CatalogueImportProductTable;
  catalogue_import_row: CatalogueImportRowTable;
  catalogue_setting: CatalogueSettingTable;
  category: CategoryTable;
  checkout_question: CheckoutQuestionTable;
  checkout_question_value: CheckoutQuestionValueTable;
  collection: CollectionTable;
  collection_allocation_type: CollectionAllocationTypeTable;
  collection_group: CollectionGroupTable;
  collection_group_product: CollectionGroupProductTable;
  combination: CombinationTable;
  consent_entry: ConsentEntryTable;
  cost_centre: CostCentreTable;
  country: CountryTable;
  current_order_elsewhere: CurrentOrderElsewhereTable;
  customer: CustomerTable;
  customer_adminable_group: CustomerAdminableGroupTable;
  customer_collection: CustomerCollectionTable;
  customer_department: CustomerDepartmentTable;
  customer_group: CustomerGroupTable;
  customer_reminder: CustomerReminderTable;
  customer_role: CustomerRoleTable;
  customer_season: CustomerSeasonTable;
  customer_super_group_option: CustomerSuperGroupOptionTable;
  customisation: CustomisationTable;
  decoration_method: DecorationMethodTable;
  decoration_position: DecorationPositionTable;
  decoration_price: DecorationPriceTable;
  delegation: DelegationTable;
  department: DepartmentTable;
  document: DocumentTable;
  document_counter: DocumentCounterTable;
  document_download: DocumentDownloadTable;
  document_file: DocumentFileTable;
  document_product: DocumentProductTable;
  document_type: DocumentTypeTable;
  document_version: DocumentVersionTable;
  document_visit: DocumentVisitTable;
  email_change: EmailChangeTable;
  entitlement_account: EntitlementAccountTable;
  entitlement_entry: EntitlementEntryTable;
  entitlement_request: EntitlementRequestTable;
  erasure_request: ErasureRequestTable;
  failed_login: FailedLoginTable;
  file_usage: FileUsageTable;
  fit_feedback: FitFeedbackTable;
  garment_design: GarmentDesignTable;
  idempotency_key: IdempotencyKeyTable;
  imported_offer: ImportedOfferTable;
  imported_product: ImportedProductTable;
  imported_size_guide: ImportedSizeGuideTable;
  invitation: InvitationTable;
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  job_role: JobRoleTable;
  known_device: KnownDeviceTable;
  latest_backup: LatestBackupTable;
  list_export: ListExportTable;
  list_setting: ListSettingTable;
  list_view: ListViewTable;
  listing_version: ListingVersionTable;
  login_key: LoginKeyTable;
  logo: LogoTable;
  logo_file: LogoFileTable;
  made_to_measure_request: MadeToMeasureRequestTable;
  mail_outbox: MailOutboxTable;
  offer: OfferTable;
  open_collection_group: OpenCollectionGroupTable;
  operator: OperatorTable;
  operator_brand: OperatorBrandTable;
  operator_idempotency_key: OperatorIdempotencyKeyTable;
  operator_list_setting: OperatorListSettingTable;
  operator_list_view: OperatorListViewTable;
  operator_passkey: OperatorPasskeyTable;
  operator_password_link: OperatorPasswordLinkTable;
  operator_recovery_code: OperatorRecoveryCodeTable;
  operator_second_factor: OperatorSecondFactorTable;
  operator_session: OperatorSessionTable;
  opt_out: OptOutTable;
  order_charge: OrderChargeTable;
  order_counts: OrderCountsTable;
  order_elsewhere: OrderElsewhereTable;
  order_event: OrderEventTable;
  order_figures: OrderFiguresTable;
  order_line: OrderLineTable;
  order_line_customisation: OrderLineCustomisationTable;
  order_sheet: OrderSheetTable;
  order_sheet_row: OrderSheetRowTable;
  order_state: OrderStateTable;
  orders: OrdersTable;
  organisation: OrganisationTable;
  organisation_group: OrganisationGroupTable;
  organisation_group_allocation_type: OrganisationGroupAllocationTypeTable;
  password_token: PasswordTokenTable;
  payment_allocation: PaymentAllocationTable;
  payment_option: PaymentOptionTable;
  payment_provider: PaymentProviderTable;
  payment_record: PaymentRecordTable;
  payment_state: PaymentStateTable;
  people_counts: PeopleCountsTable;
  people_import: PeopleImportTable;
  people_import_column: PeopleImportColumnTable;
  people_import_row: PeopleImportRowTable;
  people_import_word: PeopleImportWordTable;
  permission: PermissionTable;
  picture: PictureTable;
  price_change: PriceChangeTable;
  product: ProductTable;
  product_attribute: ProductAttributeTable;
  product_attribute_value: ProductAttributeValueTable;
  product_category: ProductCategoryTable;
  product_figures: ProductFiguresTable;
  product_file_layout: ProductFileLayoutTable;
  product_image: ProductImageTable;
  product_listing: ProductListingTable;
  product_organisation: ProductOrganisationTable;
  product_organisation_area: ProductOrganisationAreaTable;
  product_organisation_collection: ProductOrganisationCollectionTable;
  product_organisation_job_role: ProductOrganisationJobRoleTable;
  product_organisation_role: ProductOrganisationRoleTable;
  product_position: ProductPositionTable;
  product_specification: ProductSpecificationTable;
  proof: ProofTable;
  proof_request: ProofRequestTable;
  publication: PublicationTable;
  publication_brand: PublicationBrandTable;
  publication_group: PublicationGroupTable;
  publication_organisation: PublicationOrganisationTable;
  publication_picture: PublicationPictureTable;
  publication_role: PublicationRoleTable;
  punchout_attempt: PunchoutAttemptTable;
  punchout_connection: PunchoutConnectionTable;
  punchout_line: PunchoutLineTable;
  punchout_message: PunchoutMessageTable;
  punchout_secret: PunchoutSecretTable;
  punchout_ship_to: PunchoutShipToTable;
  punchout_trip: PunchoutTripTable;
  purchase_order: PurchaseOrderTable;
  purchase_order_file: PurchaseOrderFileTable;
  quote: QuoteTable;
  quote_file: QuoteFileTable;
  quote_item: QuoteItemTable;
  quote_item_customisation: QuoteItemCustomisationTable;
  quote_message: QuoteMessageTable;
  quote_state: QuoteStateTable;
  quote_version: QuoteVersionTable;
  quote_version_item: QuoteVersionItemTable;
  rate_limit: RateLimitTable;
  receipt: ReceiptTable;
  record_change: RecordChangeTable;
  recovery_code: RecoveryCodeTable;
  registration: RegistrationTable;
  registration_collection: RegistrationCollectionTable;
  registration_department: RegistrationDepartmentTable;
  registration_link: RegistrationLinkTable;
  registration_link_business_area: RegistrationLinkBusinessAreaTable;
  registration_link_collection: RegistrationLinkCollectionTable;
  registration_link_resort: RegistrationLinkResortTable;
  registration_link_role: RegistrationLinkRoleTable;
  related_product: RelatedProductTable;
  removed_range_price: RemovedRangePriceTable;
  resort: ResortTable;
  return_action: ReturnActionTable;
  return_reason: ReturnReasonTable;
  return_request: ReturnRequestTable;
  return_request_file: ReturnRequestFileTable;
  return_state: ReturnStateTable;
  role: RoleTable;
  role_permission: RolePermissionTable;
  scheduled_price: ScheduledPriceTable;
  search_text_fill: SearchTextFillTable;
  season: SeasonTable;
  second_factor: SecondFactorTable;
  secret_key: SecretKeyTable;
  session: SessionTable;
  shipment: ShipmentTable;
  shipment_line: ShipmentLineTable;
  shipping_option: ShippingOptionTable;
  shipping_state: ShippingStateTable;
  size_chart: SizeChartTable;
  size_guide: SizeGuideTable;
  size_suggestion: SizeSuggestionTable;
  sizing_token: SizingTokenTable;
  slide: SlideTable;
  slider_image: SliderImageTable;
  special_measurement: SpecialMeasurementTable;
  specification: SpecificationTable;
  specification_option: SpecificationOptionTable;
  state_province: StateProvinceTable;
  stock_count: StockCountTable;
  stock_count_line: StockCountLineTable;
  stock_entry: StockEntryTable;
  stock_incoming: StockIncomingTable;
  stock_level: StockLevelTable;
  stock_notice: StockNoticeTable;
  stock_receipt: StockReceiptTable;
  stored_file: StoredFileTable;
  super_group: SuperGroupTable;
  super_group_option: SuperGroupOptionTable;
  supplier_bulk_edit: SupplierBulkEditTable;
  supplier_bulk_edit_item: SupplierBulkEditItemTable;
  tax_rate: TaxRateTable;
  terms_version: TermsVersionTable;
  thread_colour: ThreadColourTable;
  tier_price: TierPriceTable;
  topic: TopicTable;
  uniform_status: UniformStatusTable;
  used_captcha: UsedCaptchaTable;
  used_passkey_challenge: UsedPasskeyChallengeTable;
  used_refresh_token: UsedRefreshTokenTable;
  wardrobe_draft: WardrobeDraftTable;
  wardrobe_version: WardrobeVersionTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_endpoint: WebhookEndpointTable;
}

export interface AddressTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number | null;
  resort_id: number | null;
  first_name: string;
  last_name: string;
  email: string | null;
  company: string | null;
  country_id: number;
  state_province_id: number | null;
  county: string | null;
  city: string;
  address1: string;
  address2: string | null;
  zip_postal_code: string;
  phone_number: string | null;
  fax_number: string | null;
  is_default: Generated<boolean>;
  for_billing: Generated<boolean>;
  deleted_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  for_order_only: Generated<boolean>;
}

export interface AllocationTypeTable {
  id: number;
  name: string;
}

export interface AnnouncementTable {
  publication_id: number;
  text: string;
  url: string | null;
  published_at: Timestamp | null;
}

export interface ApiKeyTable {
  id: Generated<number>;
  name: string;
  scopes: string[];
  created_by_id: number | null;
  created_at: Generated<Timestamp>;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  expires_at: Generated<Timestamp>;
  expiry_warning: number | null;
}

export interface ApiKeyBrandTable {
  api_key_id: number;
  brand_id: number;
}

export interface ApiKeySecretTable {
  hash: Buffer;
  api_key_id: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
}

export interface ApprovalTable {
  id: Generated<number>;
  organisation_id: number;
  order_id: number;
  status: Generated<string>;
  reasons: Generated<Json>;
  requested_at: Generated<Timestamp>;
  expires_at: Timestamp;
  reminded_at: Timestamp | null;
  escalated_at: Timestamp | null;
  closed_at: Timestamp | null;
  decided_by_id: number | null;
  reason: string | null;
  fingerprint_salt: Generated<string | null>;
}

export interface ApprovalLineTable {
  organisation_id: number;
  approval_id: number;
  order_line_id: number;
  action: string;
  quantity: number;
  refused_quantity: number | null;
}

export interface ApprovalRuleTable {
  id: Generated<number>;
  organisation_id: number;
  kind: string;
  organisation_group_id: number | null;
  amount_minor: number | null;
  product_id: number | null;
  created_at: Generated<Timestamp>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface ApproverReachTable {
  organisation_id: GeneratedAlways<number | null>;
  customer_id: GeneratedAlways<number | null>;
  is_admin: GeneratedAlways<boolean | null>;
  organisation_group_id: GeneratedAlways<number | null>;
}

export interface AttributeTable {
  id: Generated<number>;
  name: string;
  role: string | null;
}

export interface AuditEventTable {
  id: GeneratedAlways<number>;
  organisation_id: number | null;
  brand_id: number | null;
  actor_kind: Generated<string>;
  actor_id: number | null;
  impersonated_id: number | null;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  before: Json | null;
  after: Json | null;
  request_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface BodyTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  sealed: Buffer;
  is_default: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface BodyConsentTable {
  organisation_id: number;
  customer_id: number;
  text_version: number;
  given_at: Generated<Timestamp>;
}

export interface BrandTable {
  id: Generated<number>;
  name: string;
  keyword: string | null;
  company_name: string;
  canonical_origin: string;
  terms_url: string | null;
  privacy_url: string | null;
  terms_version: Generated<number>;
  captcha_enabled: Generated<boolean>;
  captcha_public_key: string | null;
  is_default: Generated<boolean>;
  marketing_version: Generated<number>;
  legal_name: string | null;
  legal_address: Generated<string[]>;
  return_address: Generated<string[]>;
  company_number: string | null;
  vat_number: string | null;
  bank_name: string | null;
  bank_iban: string | null;
  bank_bic: string | null;
  payment_term_days: Generated<number>;
  help_email: string | null;
  help_phone: string | null;
  help_text: string | null;
  document_prefix: string | null;
}

export interface BrandHostTable {
  host: string;
  brand_id: number;
}

export interface BulkEditTable {
  organisation_id: number;
  id: Generated<number>;
  kind: string;
  action: string;
  payload: Generated<Json>;
  actor_kind: Generated<string>;
  actor_id: number;
  undo_of_id: number | null;
  is_exclusive: Generated<boolean>;
  total: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  conflicts: Generated<number>;
  request_id: string;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  stopped_at: Timestamp | null;
  finished_at: Timestamp | null;
  exclusive_key: string | null;
}

export interface BulkEditItemTable {
  organisation_id: number;
  bulk_edit_id: number;
  position: number;
  subject_id: number | null;
  expected_version: number | null;
  outcome: Generated<string>;
  reason: string | null;
  before: Json | null;
  after: Json | null;
  applied_version: number | null;
  values_erased_at: Timestamp | null;
  reason_kinds: Json | null;
}

export interface BusinessAreaTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface CardDisputeTable {
  id: Generated<number>;
  organisation_id: number;
  payment_id: number;
  dispute_reference: string;
  amount_minor: number;
  reason: string | null;
  state: string;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface CardPaymentTable {
  id: Generated<number>;
  organisation_id: number;
  brand_id: number;
  order_id: number;
  attempt: number;
  provider: string;
  state: Generated<string>;
  amount_minor: number;
  currency_code: string;
  session_reference: string | null;
  payment_reference: string | null;
  redirect_url: string | null;
  received_minor: number | null;
  refund_claimed_minor: Generated<number>;
  refunded_minor: Generated<number>;
  problem: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  closed_at: Timestamp | null;
  checked_at: Timestamp | null;
}

export interface CardPaymentEventTable {
  id: GeneratedAlways<number>;
  brand_id: number;
  provider: string;
  event_id: string;
  kind: string;
  organisation_id: number | null;
  payment_id: number | null;
  data: Generated<Json>;
  outcome: string;
  occurred_at: Timestamp;
  received_at: Generated<Timestamp>;
}

export interface CardRefundTable {
  id: Generated<number>;
  organisation_id: number;
  payment_id: number;
  order_id: number;
  refund_key: string;
  amount_minor: number;
  reason: string;
  state: Generated<string>;
  refund_reference: string | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<Timestamp>;
  last_error: string | null;
  lines: Generated<Json>;
  is_excess: Generated<boolean>;
  repeats: Generated<number>;
  actor_kind: string;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
}

export interface CartTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  checkout_id: Generated<string>;
  billing_address_id: number | null;
  shipping_address_id: number | null;
  shipping_option: string | null;
  payment_method: string | null;
  po_number: string | null;
  comments: string | null;
  requested_delivery_on: string | null;
  summary_fingerprint: string | null;
  summary_lines: Json | null;
  updated_at: Generated<Timestamp>;
  summary_own_minor: Generated<number>;
  answers: Generated<Json>;
  trip_id: string | null;
}

export interface CartLineTable {
  id: Generated<number>;
  organisation_id: number;
  cart_id: number;
  product_id: number;
  combination_id: number;
  quantity: number;
  collection_id: number | null;
  collection_group_id: number | null;
  super_group_id: number | null;
  super_group_option_id: number | null;
  wearer_id: number | null;
  customisation_key: Generated<string>;
  reason: string | null;
  source: Generated<string>;
  replaces_order_ids: Generated<number[]>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  made_to_measure_request_id: number | null;
  quote_item_id: number | null;
  auxiliary_id: string | null;
}

export interface CartLineCustomisationTable {
  id: Generated<number>;
  organisation_id: number;
  cart_line_id: number;
  customisation_id: number | null;
  method_id: number;
  position_id: number;
  logo_id: number | null;
  text: string | null;
  font_name: string | null;
  thread_colour_id: number | null;
  garment_design_id: number | null;
  comments: string | null;
  created_at: Generated<Timestamp>;
}

export interface CatalogueImportTable {
  id: Generated<number>;
  actor_kind: string;
  actor_id: number;
  brand_ids: number[];
  organisation_id: number | null;
  is_made_for_client: Generated<boolean>;
  file_name: string;
  blob_key: string | null;
  bytes: number;
  columns: Json;
  mapping: Generated<Json>;
  state: Generated<string>;
  problem: string | null;
  row_count: Generated<number>;
  product_count: Generated<number>;
  preview_position: Generated<number>;
  counts: Generated<Json>;
  bulk_edit_id: number | null;
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
  previewed_at: Timestamp | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  undone_at: Timestamp | null;
  rows_deleted_at: Timestamp | null;
}

export interface CatalogueImportProductTable {
  import_id: number;
  position: number;
  handle: string;
  name: string;
  content: Json;
  rows: number;
  product_id: number | null;
  outcome: string | null;
  planned: string | null;
  processed_at: Timestamp | null;
}

export interface CatalogueImportRowTable {
  import_id: number;
  product_position: number;
  row_no: number;
  line: number | null;
  outcome: string;
  handle: string;
  sku: string;
  text: string;
  changes: Generated<Json>;
}

export interface CatalogueSettingTable {
  is_only: Generated<boolean>;
  currency_code: Generated<string>;
  time_zone: Generated<string>;
}

export interface CategoryTable {
  id: Generated<number>;
  parent_id: number | null;
  name: string;
  display_order: Generated<number>;
  unspsc_code: string | null;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface CheckoutQuestionTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  text_prompt: string | null;
  kind: number;
  is_required: Generated<boolean>;
  has_cost_centres: Generated<boolean>;
  group_ids: Generated<number[]>;
  collection_ids: Generated<number[]>;
  product_ids: Generated<number[]>;
  default_value: string | null;
  display_order: Generated<number>;
  active: Generated<boolean>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  created_at: Generated<Timestamp>;
}

export interface CheckoutQuestionValueTable {
  id: Generated<number>;
  organisation_id: number;
  question_id: number;
  name: string;
  price_minor: Generated<number>;
  is_preselected: Generated<boolean>;
  display_order: Generated<number>;
  active: Generated<boolean>;
}

export interface CollectionTable {
  id: Generated<number>;
  organisation_id: number;
  parent_collection_id: number | null;
  organisation_group_id: number | null;
  season_id: number | null;
  copied_from_id: number | null;
  name: string;
  description: string | null;
  display_order: Generated<number>;
  image_src: string | null;
  budget_points: number | null;
  budget_minor: number | null;
  beyond: Generated<string>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  published_version: Generated<number>;
  decoration_outside_budget: Generated<boolean>;
  necessity: string | null;
}

export interface CollectionAllocationTypeTable {
  organisation_id: number;
  collection_id: number;
  allocation_type_id: number;
}

export interface CollectionGroupTable {
  id: Generated<number>;
  organisation_id: number;
  collection_id: number;
  super_group_option_id: number | null;
  name: string;
  quantity: number | null;
  min_quantity: number | null;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface CollectionGroupProductTable {
  organisation_id: number;
  collection_group_id: number;
  product_id: number;
  quantity: number | null;
  points: number | null;
  display_order: Generated<number>;
}

export interface CombinationTable {
  id: Generated<number>;
  product_id: number;
  value_ids: Generated<number[]>;
  description: Generated<string>;
  sku: string;
  gtin: string | null;
  manufacturer_part_number: string | null;
  overridden_price_minor: number | null;
  price_adjustment_minor: Generated<number>;
  image_src: string | null;
  image_source_url: string | null;
  discontinued: Generated<boolean>;
  display_order: Generated<number>;
  search: GeneratedAlways<string | null>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  is_made_to_measure: Generated<boolean>;
}

export interface ConsentEntryTable {
  id: GeneratedAlways<number>;
  organisation_id: number;
  customer_id: number;
  kind: string;
  given: boolean;
  text_version: number;
  created_at: Generated<Timestamp>;
}

export interface CostCentreTable {
  id: Generated<number>;
  organisation_id: number;
  code: string;
  name: string;
  group_ids: Generated<number[]>;
  active: Generated<boolean>;
  starts_on: string | null;
  ends_on: string | null;
  season_limit_minor: number | null;
  version: Generated<number>;
  field_versions: Generated<Json>;
  created_at: Generated<Timestamp>;
}

export interface CountryTable {
  id: number;
  name: string;
  two_letter_iso_code: string;
  three_letter_iso_code: string;
  allows_billing: Generated<boolean>;
  allows_shipping: Generated<boolean>;
  display_order: Generated<number>;
  has_postcodes: Generated<boolean>;
}

export interface CurrentOrderElsewhereTable {
  organisation_id: GeneratedAlways<number | null>;
  order_id: GeneratedAlways<number | null>;
  organisation_group_id: GeneratedAlways<number | null>;
  season_id: GeneratedAlways<number | null>;
  customer_id: GeneratedAlways<number | null>;
}

export interface CustomerTable {
  id: Generated<number>;
  organisation_id: number;
  brand_id: number;
  email: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  po_number: string | null;
  gender: Generated<number>;
  password_hash: string | null;
  active: Generated<boolean>;
  deleted_at: Timestamp | null;
  opt_out_guid: Generated<string>;
  resort_id: number | null;
  business_area_id: number | null;
  job_role_id: number | null;
  allocation_type_id: number | null;
  marketing_by_email: Generated<boolean>;
  marketing_by_fax: Generated<boolean>;
  marketing_by_phone: Generated<boolean>;
  marketing_by_post: Generated<boolean>;
  terms_agreed_version: number | null;
  privacy_agreed_version: number | null;
  terms_agreed_at: Timestamp | null;
  privacy_agreed_at: Timestamp | null;
  tax_display_type: number | null;
  allow_order_approval: Generated<boolean>;
  adhoc_business_area_id: number | null;
  adhoc_collection_id: number | null;
  bodime_customer_id: string | null;
  bodime_used_body_blocks: Generated<string[]>;
  wardrobe_opt_out_at: Timestamp | null;
  starts_on: string | null;
  ends_on: string | null;
  weekly_hours: number | null;
  last_login_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  measured_at: Timestamp | null;
  special_measurements_at: Timestamp | null;
  erased_at: Timestamp | null;
  email_domain: GeneratedAlways<string>;
  search_text: Generated<string>;
  changed_at: Generated<Timestamp | null>;
  builder_collection_id: number | null;
  single_key_shortcuts: Generated<boolean>;
  cost_centre_id: number | null;
}

export interface CustomerAdminableGroupTable {
  organisation_id: number;
  customer_id: number;
  organisation_group_id: number;
}

export interface CustomerCollectionTable {
  organisation_id: number;
  customer_id: number;
  collection_id: number;
  wardrobe_version: Generated<number>;
}

export interface CustomerDepartmentTable {
  organisation_id: number;
  customer_id: number;
  department_id: number;
}

export interface CustomerGroupTable {
  organisation_id: number;
  customer_id: number;
  organisation_group_id: number;
}

export interface CustomerReminderTable {
  organisation_id: number;
  customer_id: number;
  kind: string;
  reminded_on: string;
}

export interface CustomerRoleTable {
  organisation_id: number;
  customer_id: number;
  role_id: number;
}

export interface CustomerSeasonTable {
  organisation_id: number;
  customer_id: number;
  season_id: number;
}

export interface CustomerSuperGroupOptionTable {
  organisation_id: number;
  customer_id: number;
  super_group_option_id: number;
  chosen_at: Generated<Timestamp>;
}

export interface CustomisationTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  name: string | null;
  product_id: number;
  method_id: number;
  position_id: number;
  logo_id: number | null;
  text: string | null;
  font_name: string | null;
  thread_colour_id: number | null;
  garment_design_id: number | null;
  comments: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface DecorationMethodTable {
  id: number;
  name: string;
  working_days: number;
  smallest_letter_mm: number;
  longest_text: number;
  most_lines: number;
  takes_logo: boolean;
  takes_text: boolean;
  active: Generated<boolean>;
  version: Generated<number>;
}

export interface DecorationPositionTable {
  id: Generated<number>;
  garment_type: string;
  place: string;
  name: string;
  side: string;
  x_cm: number;
  y_cm: number;
  width_cm: number;
  height_cm: number;
  letter_mm: Generated<number>;
  measured_from: Generated<string>;
  display_order: Generated<number>;
  version: Generated<number>;
}

export interface DecorationPriceTable {
  method_id: number;
  currency_code: string;
  price_minor: number;
  setup_minor: number;
}

export interface DelegationTable {
  id: Generated<number>;
  organisation_id: number;
  approver_id: number;
  delegate_id: number;
  starts_on: string;
  ends_on: string;
  created_at: Generated<Timestamp>;
}

export interface DepartmentTable {
  id: Generated<number>;
  organisation_id: number;
  resort_id: number;
  name: string;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface DocumentTable {
  publication_id: number;
  document_type_id: number;
  name: string;
  description: string | null;
  is_for_products: Generated<boolean>;
  published_at: Timestamp | null;
}

export interface DocumentCounterTable {
  brand_id: number;
  kind: string;
  last_serial: Generated<number>;
}

export interface DocumentDownloadTable {
  organisation_id: number;
  id: Generated<number>;
  version_id: number;
  customer_id: number | null;
  downloaded_at: Generated<Timestamp>;
}

export interface DocumentFileTable {
  id: Generated<number>;
  organisation_id: number | null;
  storage_key: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  actor_kind: string;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
  stored_at: Timestamp | null;
  expires_at: Timestamp | null;
}

export interface DocumentProductTable {
  publication_id: number;
  product_id: number;
}

export interface DocumentTypeTable {
  id: Generated<number>;
  name: string;
  display_order: Generated<number>;
}

export interface DocumentVersionTable {
  id: Generated<number>;
  publication_id: number;
  number: number;
  file_id: number;
  valid_until_on: string | null;
  created_at: Generated<Timestamp>;
  actor_kind: string;
  actor_id: number | null;
  expiry_reported_at: Timestamp | null;
}

export interface DocumentVisitTable {
  organisation_id: number;
  customer_id: number;
  visited_at: Timestamp;
  previous_visit_at: Timestamp | null;
}

export interface EmailChangeTable {
  organisation_id: number;
  customer_id: number;
  email: string;
  token_hash: Buffer;
  requested_by_id: number;
  requested_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface EntitlementAccountTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  collection_id: number;
  season_id: number | null;
  kind: string;
  collection_group_id: number | null;
  product_id: number | null;
  unit: string;
  label: string;
  super_group_id: number | null;
  super_group_option_id: number | null;
  starts_on: string | null;
  ends_on: string | null;
  status: string;
  is_withdrawn: Generated<boolean>;
  is_limited: boolean;
  minimum: number | null;
  base: Generated<number>;
  adjusted: Generated<number>;
  allowance: GeneratedAlways<number>;
  granted: Generated<number>;
  reserved: Generated<number>;
  used: Generated<number>;
}

export interface EntitlementEntryTable {
  id: Generated<number>;
  organisation_id: number;
  account_id: number;
  kind: string;
  granted_delta: Generated<number>;
  reserved_delta: Generated<number>;
  used_delta: Generated<number>;
  order_line_id: number | null;
  reverses_id: number | null;
  reason: string | null;
  actor_kind: Generated<string>;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
  cause: Json | null;
}

export interface EntitlementRequestTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  account_id: number | null;
  amount: number | null;
  reason: string | null;
  status: Generated<string>;
  created_at: Generated<Timestamp>;
  expires_on: string;
  closed_at: Timestamp | null;
  decided_by_id: number | null;
  decision_reason: string | null;
  granted_amount: number | null;
  adjustment_id: number | null;
  season_id: number | null;
  ordering_closes_on: string | null;
}

export interface ErasureRequestTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  created_at: Generated<Timestamp>;
  withdrawn_at: Timestamp | null;
  completed_at: Timestamp | null;
}

export interface FailedLoginTable {
  key: Buffer;
  failures: number;
  last_failed_at: Timestamp;
  next_attempt_at: Timestamp;
}

export interface FileUsageTable {
  organisation_id: number;
  stored_bytes: number;
}

export interface FitFeedbackTable {
  organisation_id: number;
  order_line_id: number;
  customer_id: number;
  fit: string;
  updated_at: Generated<Timestamp>;
}

export interface GarmentDesignTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  place: string;
  method_id: number;
  logo_id: number | null;
  text: string | null;
  name_form: string | null;
  font_name: string | null;
  thread_colour_id: number | null;
  letter_mm: number | null;
  is_mandatory: Generated<boolean>;
  product_id: number | null;
  collection_id: number | null;
  price_minor: number | null;
  setup_minor: Generated<number>;
  archived_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface IdempotencyKeyTable {
  organisation_id: number;
  customer_id: number;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json | null;
  created_at: Generated<Timestamp>;
}

export interface ImportedOfferTable {
  organisation_id: number;
  product_id: number;
  offered: boolean;
}

export interface ImportedProductTable {
  product_id: number;
  offered: boolean;
  category_id: number | null;
  option_ids: Generated<number[]>;
}

export interface ImportedSizeGuideTable {
  organisation_id: number;
  size_guide_id: number;
  name: string;
}

export interface InvitationTable {
  id: GeneratedAlways<number>;
  organisation_id: number;
  customer_id: number;
  invited_by_id: number;
  kind: Generated<string>;
  requested_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
  skipped_at: Timestamp | null;
}

export interface InvoiceTable {
  id: Generated<number>;
  organisation_id: number;
  brand_id: number;
  kind: string;
  serial: number;
  number: string;
  currency_code: string;
  issued_on: string;
  due_on: string | null;
  period_on: string | null;
  credited_invoice_id: number | null;
  credit_key: string | null;
  reason: string | null;
  seller: Json;
  buyer: Json;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  settled_minor: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface InvoiceLineTable {
  id: Generated<number>;
  organisation_id: number;
  invoice_id: number;
  kind: string;
  order_id: number;
  order_line_id: number | null;
  shipment_line_id: number | null;
  credited_line_id: number | null;
  name: string;
  sku: string | null;
  description: Generated<string>;
  quantity: number;
  unit_price_minor: number;
  net_minor: number;
  tax_rate: number;
  tax_minor: number;
  order_charge_id: number | null;
}

export interface JobRoleTable {
  id: Generated<number>;
  organisation_id: number;
  business_area_id: number | null;
  name: string;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface KnownDeviceTable {
  organisation_id: number;
  customer_id: number;
  hash: Buffer;
  brand_id: number;
  created_at: Generated<Timestamp>;
  last_used_at: Generated<Timestamp>;
}

export interface LatestBackupTable {
  is_latest: Generated<boolean>;
  started_at: Timestamp;
  bytes: number;
}

export interface ListExportTable {
  id: Generated<number>;
  organisation_id: number | null;
  list: string;
  record_id: number | null;
  query: string;
  actor_kind: string;
  actor_id: number;
  request_id: string;
  state: Generated<string>;
  problem: string | null;
  attempt: Generated<number>;
  done: Generated<number>;
  total: Generated<number>;
  storage_key: string;
  file_name: string | null;
  size_bytes: number | null;
  rights_hash: string | null;
  created_at: Generated<Timestamp>;
  progress_at: Timestamp | null;
  finished_at: Timestamp | null;
  expires_at: Generated<Timestamp>;
}

export interface ListSettingTable {
  organisation_id: number;
  customer_id: number;
  list: string;
  settings: Json;
  updated_at: Generated<Timestamp>;
}

export interface ListViewTable {
  id: GeneratedAlways<number>;
  organisation_id: number;
  customer_id: number | null;
  list: string;
  name: string;
  filters: string;
  columns: string[] | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  shared_by_id: number | null;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface ListingVersionTable {
  organisation_id: number;
  version: Generated<number>;
  limited_role_ids: Generated<number[]>;
  limited_business_area_ids: Generated<number[]>;
  limited_job_role_ids: Generated<number[]>;
  limited_collection_ids: Generated<number[]>;
  limited_groups: Generated<Json>;
}

export interface LoginKeyTable {
  hash: Buffer;
  organisation_id: number;
  customer_id: number;
  purpose: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  trip_id: string | null;
}

export interface LogoTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  file_id: number;
  width_px: number;
  height_px: number;
  created_at: Generated<Timestamp>;
  created_by_kind: string;
  created_by_id: number | null;
  archived_at: Timestamp | null;
  version: Generated<number>;
}

export interface LogoFileTable {
  organisation_id: number;
  logo_id: number;
  file_id: number;
  created_at: Generated<Timestamp>;
}

export interface MadeToMeasureRequestTable {
  organisation_id: number;
  id: Generated<number>;
  customer_id: number;
  requested_by_id: number;
  combination_id: number;
  quantity: number;
  status: string;
  is_offered: Generated<boolean>;
  sealed: Buffer | null;
  consent_version: number | null;
  consented_at: Timestamp | null;
  unit_price_minor: number | null;
  lead_time_days: number | null;
  answer: string | null;
  order_line_id: number | null;
  created_at: Generated<Timestamp>;
  answered_at: Timestamp | null;
  closed_at: Timestamp | null;
  made_at: Timestamp | null;
  told_to_answer_at: Timestamp | null;
  told_to_make_at: Timestamp | null;
}

export interface MailOutboxTable {
  id: Generated<string>;
  organisation_id: number | null;
  brand_id: number;
  recipient: string;
  template: string;
  dedupe_key: string | null;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
  data: Json;
  sealed: Buffer | null;
  due_at: Generated<Timestamp>;
  claimed_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure: Json | null;
}

export interface OfferTable {
  organisation_id: GeneratedAlways<number | null>;
  product_organisation_id: GeneratedAlways<number | null>;
  product_id: GeneratedAlways<number | null>;
  combination_id: GeneratedAlways<number | null>;
  price_minor: GeneratedAlways<number | null>;
}

export interface OpenCollectionGroupTable {
  organisation_id: GeneratedAlways<number | null>;
  customer_id: GeneratedAlways<number | null>;
  collection_id: GeneratedAlways<number | null>;
  collection_group_id: GeneratedAlways<number | null>;
}

export interface OperatorTable {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  created_at: Generated<Timestamp>;
  disabled_at: Timestamp | null;
  single_key_shortcuts: Generated<boolean>;
  rights: Generated<string[]>;
}

export interface OperatorBrandTable {
  operator_id: number;
  brand_id: number;
}

export interface OperatorIdempotencyKeyTable {
  actor_kind: string;
  actor_id: number;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: Json | null;
  created_at: Generated<Timestamp>;
}

export interface OperatorListSettingTable {
  operator_id: number;
  list: string;
  settings: Json;
  updated_at: Generated<Timestamp>;
}

export interface OperatorListViewTable {
  id: GeneratedAlways<number>;
  operator_id: number;
  list: string;
  name: string;
  filters: string;
  columns: string[] | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface OperatorPasskeyTable {
  id: Generated<number>;
  operator_id: number;
  host: string;
  credential: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Generated<Timestamp>;
  last_used_at: Timestamp | null;
}

export interface OperatorPasswordLinkTable {
  hash: Buffer;
  operator_id: number;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  cancelled_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface OperatorRecoveryCodeTable {
  operator_id: number;
  hash: Buffer;
  used_at: Timestamp | null;
}

export interface OperatorSecondFactorTable {
  operator_id: number;
  sealed_secret: Buffer;
  confirmed_at: Generated<Timestamp>;
  last_step: number | null;
}

export interface OperatorSessionTable {
  id: Generated<number>;
  operator_id: number;
  access_hash: Buffer;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  ends_at: Timestamp;
  revoked_at: Timestamp | null;
  revoked_reason: string | null;
}

export interface OptOutTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  guid_hash: Buffer;
  opted_out_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
  undone_by_id: number | null;
}

export interface OrderChargeTable {
  id: Generated<number>;
  organisation_id: number;
  order_id: number;
  kind: string;
  name: string;
  design_key: string | null;
  charge_minor: number;
  tax_minor: number;
  tax_rate: number;
  cancelled_at: Timestamp | null;
  by_card: Generated<boolean>;
}

export interface OrderCountsTable {
  organisation_id: number;
  customer_id: number;
  orders: number;
}

export interface OrderElsewhereTable {
  organisation_id: number;
  order_id: number;
  organisation_group_id: number;
  season_id: number | null;
}

export interface OrderEventTable {
  id: Generated<number>;
  organisation_id: number;
  order_id: number;
  kind: string;
  data: Generated<Json>;
  visible_to_customer: Generated<boolean>;
  actor_kind: Generated<string>;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface OrderFiguresTable {
  organisation_id: number;
  season_id: number;
  month_on: string;
  organisation_group_id: number;
  resort_id: number;
  business_area_id: number;
  order_state_id: number;
  shipping_state_id: number;
  is_exchange: boolean;
  orders: number;
  pieces: number;
  goods_minor: number;
  shipped_value_minor: number;
  cancelled_value_minor: number;
  pending_value_minor: number;
  is_sum: Generated<boolean>;
}

export interface OrderLineTable {
  id: Generated<number>;
  organisation_id: number;
  order_id: number;
  product_id: number;
  combination_id: number;
  product_name: string;
  sku: string;
  gtin: string | null;
  description: Generated<string>;
  attributes: Generated<Json>;
  image_src: string | null;
  quantity: number;
  shipped_quantity: Generated<number>;
  cancelled_quantity: Generated<number>;
  returned_quantity: Generated<number>;
  unit_price_minor: number;
  unit_tax_minor: number;
  price_minor: number;
  tax_minor: number;
  tax_rate: number;
  collection_id: number | null;
  collection_group_id: number | null;
  super_group_id: number | null;
  wearer_id: number | null;
  super_group_option_id: number | null;
  season_id: number | null;
  covered_quantity: Generated<number>;
  group_account_id: number | null;
  budget_account_id: number | null;
  unit_points: number | null;
  reason: string | null;
  exchange_of_line_id: number | null;
  due_on: string | null;
  queued_on: string | null;
  open_return_quantity: Generated<number>;
  awaited_quantity: Generated<number>;
  awaited_covered_quantity: Generated<number>;
  exchange_difference_minor: Generated<number>;
  tier_quantity: number | null;
  supplier_cancelled_quantity: Generated<number>;
  queue_priority: Generated<number>;
  made_to_measure_request_id: number | null;
  packed_quantity: Generated<number>;
  decoration_minor: Generated<number>;
  decoration_outside_budget_minor: Generated<number>;
  is_personalised: Generated<boolean>;
  decoration_days: Generated<number>;
  decoration_started_at: Timestamp | null;
  decorated_quantity: Generated<number>;
  quote_item_id: number | null;
  sent_back_quantity: Generated<number>;
  card_quantity: Generated<number>;
  card_cancelled_quantity: Generated<number>;
}

export interface OrderLineCustomisationTable {
  id: Generated<number>;
  organisation_id: number;
  order_line_id: number;
  customisation_id: number | null;
  method_id: number;
  method: string;
  position_id: number;
  position: string;
  side: string;
  x_cm: number;
  y_cm: number;
  width_cm: number;
  height_cm: number;
  measured_from: Generated<string>;
  logo_id: number | null;
  logo_name: string | null;
  logo_file_id: number | null;
  text: string | null;
  font_name: string | null;
  letter_mm: number | null;
  thread_colour: string | null;
  thread_number: string | null;
  thread_rgb: string | null;
  garment_design_id: number | null;
  is_mandatory: Generated<boolean>;
  comments: string | null;
  price_minor: number;
  setup_minor: number;
  design_key: string;
  proof_request_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface OrderSheetTable {
  id: GeneratedAlways<number>;
  organisation_id: number;
  customer_id: number;
  name: string;
  is_shared: Generated<boolean>;
  rows_saved_at: Generated<Timestamp>;
  used_on: Generated<string>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface OrderSheetRowTable {
  organisation_id: number;
  sheet_id: number;
  position: number;
  wearer_id: number | null;
  typed_by_id: number | null;
  wearer: Generated<string>;
  garment: Generated<string>;
  colour: Generated<string>;
  size: Generated<string>;
  fit: Generated<string>;
  pieces: Generated<string>;
  reason: Generated<string>;
  name_on_garment: Generated<string>;
}

export interface OrderStateTable {
  id: number;
  name: string;
}

export interface OrdersTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  placed_by_id: number;
  guid: Generated<string>;
  checkout_id: string;
  order_state_id: number;
  payment_state_id: number;
  shipping_state_id: number;
  currency_code: string;
  tax_rate: number;
  tax_display_type: number;
  goods_minor: number;
  shipping_minor: number;
  fee_minor: Generated<number>;
  goods_tax_minor: number;
  shipping_tax_minor: number;
  total_minor: number;
  shipped_value_minor: Generated<number>;
  cancelled_value_minor: Generated<number>;
  pending_value_minor: number;
  po_number: string | null;
  comments: string | null;
  shipping_method: string | null;
  payment_method: string;
  billing_address: Json;
  shipping_address: Json | null;
  organisation_group_id: number | null;
  resort_id: number | null;
  business_area_id: number | null;
  collection_id: number | null;
  season_id: number | null;
  requested_delivery_on: string | null;
  tracking_urls: Generated<string[]>;
  shipped_at: Timestamp | null;
  paid_at: Timestamp | null;
  search_text: Generated<string>;
  created_at: Generated<Timestamp>;
  released_at: Timestamp | null;
  picking_started_at: Timestamp | null;
  replaces_order_id: number | null;
  replaced_by_order_id: number | null;
  origin: Generated<string>;
  is_test: Generated<boolean>;
  invoiced_minor: Generated<number>;
  delivery_kind: Generated<string>;
  ready_to_collect_at: Timestamp | null;
  charges_minor: Generated<number>;
  charges_tax_minor: Generated<number>;
  card_payer: string | null;
  is_all_by_card: Generated<boolean>;
  card_minor: Generated<number>;
  refunded_minor: Generated<number>;
  payment_due_at: Timestamp | null;
  payment_reminded_at: Timestamp | null;
  payment_held_at: Timestamp | null;
  answers: Generated<Json>;
  checkout_attribute_description: string | null;
  cost_centre_id: number | null;
}

export interface OrganisationTable {
  id: Generated<number>;
  brand_id: number;
  name: string;
  host: string | null;
  logo_url: string | null;
  primary_colour: string | null;
  secondary_colour: string | null;
  tertiary_colour: string | null;
  currency_code: Generated<string>;
  tax_rate: Generated<number>;
  tax_display_type: Generated<number>;
  custom_password_rule: Generated<boolean>;
  password_regex: string | null;
  password_message: string | null;
  password_min_length: Generated<number>;
  marketing_preferences_enabled: Generated<boolean>;
  terms_enabled: Generated<boolean>;
  terms_required: Generated<boolean>;
  po_number_required: Generated<boolean>;
  modal_ordering: Generated<boolean>;
  limit_adhoc_to_own_collection: Generated<boolean>;
  live_chat_group_id: number | null;
  created_at: Generated<Timestamp>;
  impersonation_notice: Generated<boolean>;
  people_import_deactivation_threshold: Generated<number>;
  time_zone: Generated<string>;
  keeps_own_prices: Generated<boolean>;
  allow_opt_out: Generated<boolean>;
  return_days: Generated<number>;
  exchange_hold_days: Generated<number>;
  leaver_access_days: Generated<number>;
  po_number_from_approver: Generated<boolean>;
  po_number_pattern: string | null;
  po_number_message: string | null;
  wearers_see_prices: Generated<boolean>;
  help_email: string | null;
  help_phone: string | null;
  help_text: string | null;
  approval_expiry_days: Generated<number>;
  approval_escalation_days: Generated<number>;
  vat_number: string | null;
  invoice_mode: Generated<string>;
  invoice_email: string | null;
  credit_limit_minor: number | null;
  credit_hold: Generated<boolean>;
  payment_term_days: number | null;
  file_quota_bytes: Generated<number>;
  parcel_mode: Generated<string>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  tax_country_code: string | null;
  tax_rates: Generated<Json>;
  full_time_hours: Generated<number>;
  payment_minutes: Generated<number>;
  payment_link_hours: Generated<number>;
  admins_keep_questions: Generated<boolean>;
}

export interface OrganisationGroupTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface OrganisationGroupAllocationTypeTable {
  organisation_id: number;
  organisation_group_id: number;
  allocation_type_id: number;
}

export interface PasswordTokenTable {
  hash: Buffer;
  organisation_id: number;
  customer_id: number;
  purpose: string;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  cancelled_at: Timestamp | null;
  activates: Generated<boolean>;
}

export interface PaymentAllocationTable {
  id: Generated<number>;
  organisation_id: number;
  payment_id: number;
  invoice_id: number;
  amount_minor: number;
  created_at: Generated<Timestamp>;
}

export interface PaymentOptionTable {
  id: Generated<number>;
  organisation_id: number;
  system_name: string;
  name: string;
  description: string | null;
  fee_minor: Generated<number>;
  role_ids: Generated<number[]>;
  display_order: Generated<number>;
  active: Generated<boolean>;
  for_organisation: Generated<boolean>;
  for_own_part: Generated<boolean>;
}

export interface PaymentProviderTable {
  brand_id: number;
  provider: string;
  host: string | null;
  sealed_secret_key: Buffer;
  sealed_webhook_secret: Buffer;
  sealed_previous_webhook_secret: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  active: Generated<boolean>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface PaymentRecordTable {
  id: Generated<number>;
  organisation_id: number;
  kind: string;
  amount_minor: number;
  currency_code: string;
  received_on: string;
  reference: string;
  reason: string | null;
  credit_note_id: number | null;
  reverses_id: number | null;
  reversed_by_id: number | null;
  allocated_minor: Generated<number>;
  actor_kind: string;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface PaymentStateTable {
  id: number;
  name: string;
}

export interface PeopleCountsTable {
  organisation_id: number;
  season_id: number;
  resort_id: number | null;
  business_area_id: number | null;
  group_ids: number[];
  starts_on: string;
  ordering_status: number | null;
  measuring_status: number | null;
  ordering_status_since_start: number | null;
  measuring_status_since_start: number | null;
  people: number;
  email_domain: Generated<string>;
}

export interface PeopleImportTable {
  id: Generated<number>;
  organisation_id: number;
  created_by_id: number;
  kind: Generated<string>;
  file_name: string;
  columns: Json;
  mapping: Json;
  deactivate_missing: Generated<boolean>;
  clear_empty: Generated<boolean>;
  invite: Generated<boolean>;
  month_first: Generated<boolean>;
  row_count: number;
  state: Generated<string>;
  previewed_by_id: number | null;
  preview_position: Generated<number>;
  preview_total: Generated<number>;
  counts: Generated<Json>;
  active_people: Generated<number>;
  bulk_edit_id: number | null;
  invitations: Json | null;
  created_at: Generated<Timestamp>;
  previewed_at: Timestamp | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  undone_at: Timestamp | null;
  rows_deleted_at: Timestamp | null;
  invited: Json | null;
  reading: Json | null;
  reading_confirmed_at: Timestamp | null;
  profile: Json | null;
  file_key: string | null;
  file_expires_at: Timestamp | null;
  interpretation: Json | null;
  leaving_unread: Generated<number>;
  findings: Generated<Json>;
  confirmed_findings: string[] | null;
}

export interface PeopleImportColumnTable {
  organisation_id: number;
  kind: Generated<string>;
  header: string;
  field: string | null;
  value_order: string | null;
}

export interface PeopleImportRowTable {
  organisation_id: number;
  import_id: number;
  row_no: number;
  line: number | null;
  cells: string[];
  problem: string | null;
  number_key: string | null;
  email_key: string | null;
  duplicate_of_line: number | null;
  customer_id: number | null;
  account_id: number | null;
  product_organisation_id: number | null;
  person: Generated<string>;
  outcome: string | null;
  changes: Generated<Json>;
  reasons: Generated<string[]>;
  processed_at: Timestamp | null;
  problem_kind: Json | null;
  reason_kinds: Generated<Json>;
  change_values: Generated<Json>;
  findings: Generated<string[]>;
  duplicate_kind: string | null;
  predecessor_id: number | null;
}

export interface PeopleImportWordTable {
  organisation_id: number;
  field: string;
  word: string;
  value: number | null;
}

export interface PermissionTable {
  name: string;
  listed_in_profile: Generated<boolean>;
}

export interface PictureTable {
  key: string;
  used_at: Generated<Timestamp>;
  stored_at: Timestamp | null;
  sha256: Buffer[] | null;
}

export interface PriceChangeTable {
  id: GeneratedAlways<number>;
  organisation_id: number | null;
  actor_kind: string;
  actor_id: number;
  created_at: Timestamp;
  undone_at: Timestamp | null;
}

export interface ProductTable {
  id: Generated<number>;
  exclusive_organisation_id: number | null;
  handle: string;
  name: string;
  sku: string | null;
  garment_type: string | null;
  drawing_features: Generated<string>;
  vendor: string | null;
  short_description: string | null;
  full_description: string | null;
  price_minor: Generated<number>;
  old_price_minor: number | null;
  call_for_price: Generated<boolean>;
  is_made_to_order: Generated<boolean>;
  lead_time_days: number | null;
  size_guide_id: number | null;
  manufacturer_part_number: string | null;
  gtin: string | null;
  weight_grams: Generated<number>;
  order_minimum_quantity: Generated<number>;
  order_maximum_quantity: Generated<number>;
  allowed_quantities: Generated<number[]>;
  manages_stock: Generated<boolean>;
  backorder_mode: Generated<number>;
  displays_stock_quantity: Generated<boolean>;
  low_stock_quantity: Generated<number>;
  disable_buy_button: Generated<boolean>;
  is_tax_exempt: Generated<boolean>;
  published: Generated<boolean>;
  customisation_enabled: Generated<boolean>;
  customisation_required: Generated<boolean>;
  tags: Generated<string[]>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  unspsc_code: string | null;
  unit_of_measure: Generated<string>;
  wear_life_months: number | null;
  version: Generated<number>;
  field_versions: Generated<Json>;
  discontinued: Generated<boolean>;
  successor_id: number | null;
  categories_changed_at: Timestamp | null;
  specifications_changed_at: Timestamp | null;
  attributes_changed_at: Timestamp | null;
  marks: Generated<Json>;
  care_wash: string | null;
  care_bleach: string | null;
  care_dry: string | null;
  care_iron: string | null;
  care_dry_clean: string | null;
  care_note: string | null;
  related_changed_at: Timestamp | null;
  cross_sells_changed_at: Timestamp | null;
  pictures_changed_at: Timestamp | null;
  tax_class: Generated<string>;
  is_made_to_measure: Generated<boolean>;
  positions_changed_at: Timestamp | null;
  necessity: string | null;
}

export interface ProductAttributeTable {
  id: Generated<number>;
  product_id: number;
  attribute_id: number;
  control_type_id: Generated<number>;
  display_order: Generated<number>;
}

export interface ProductAttributeValueTable {
  id: Generated<number>;
  product_attribute_id: number;
  name: string;
  colour_rgb: string | null;
  accent_rgb: string | null;
  price_adjustment_minor: Generated<number>;
  display_order: Generated<number>;
}

export interface ProductCategoryTable {
  product_id: number;
  category_id: number;
}

export interface ProductFiguresTable {
  organisation_id: number;
  season_id: number;
  organisation_group_id: number;
  resort_id: number;
  business_area_id: number;
  product_id: number;
  pieces: number;
  price_minor: number;
  is_sum: Generated<boolean>;
}

export interface ProductFileLayoutTable {
  fingerprint: string;
  mapping: Json;
  updated_at: Generated<Timestamp>;
}

export interface ProductImageTable {
  id: Generated<number>;
  product_id: number;
  src: string | null;
  source_url: string | null;
  alt_text: string | null;
  position: Generated<number>;
  side: string | null;
  attribute_value_id: number | null;
  shows: string | null;
}

export interface ProductListingTable {
  organisation_id: number;
  product_id: number;
  product_organisation_id: number;
  version: number;
  name: string;
  sku: string | null;
  short_description: string | null;
  handle: string;
  price_minor: number | null;
  price_from_minor: number | null;
  old_price_minor: number | null;
  call_for_price: boolean;
  is_made_to_order: boolean;
  is_tax_exempt: boolean;
  disable_buy_button: boolean;
  lead_time_days: number | null;
  size_guide_id: number | null;
  combination_id: number | null;
  colours: Json;
  colour_count: number;
  images: Json;
  specifications: Json;
  option_ids: number[];
  category_ids: number[];
  business_area_ids: number[];
  job_role_ids: number[];
  collection_ids: number[];
  role_ids: number[];
  featured: boolean;
  display_order: number;
  created_at: Timestamp;
  search: string;
  tax_class: Generated<string>;
  is_made_to_measure: Generated<boolean>;
}

export interface ProductOrganisationTable {
  id: Generated<number>;
  organisation_id: number;
  product_id: number;
  name: string | null;
  organisation_sku: string | null;
  overridden_price_minor: number | null;
  published: Generated<boolean>;
  featured: Generated<boolean>;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
  price_percent: number | null;
  changed_at: Generated<Timestamp | null>;
}

export interface ProductOrganisationAreaTable {
  organisation_id: number;
  product_organisation_id: number;
  business_area_id: number;
}

export interface ProductOrganisationCollectionTable {
  organisation_id: number;
  product_organisation_id: number;
  collection_id: number;
}

export interface ProductOrganisationJobRoleTable {
  organisation_id: number;
  product_organisation_id: number;
  job_role_id: number;
}

export interface ProductOrganisationRoleTable {
  id: Generated<number>;
  organisation_id: number;
  product_organisation_id: number;
  role_id: number;
}

export interface ProductPositionTable {
  product_id: number;
  position_id: number;
  method_ids: number[];
}

export interface ProductSpecificationTable {
  product_id: number;
  option_id: number;
}

export interface ProofTable {
  id: Generated<number>;
  organisation_id: number;
  request_id: number;
  version: number;
  file_id: number;
  width_mm: number;
  height_mm: number;
  colours: Generated<string[]>;
  status: Generated<string>;
  comment: string | null;
  decided_by_id: number | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  operator_id: number | null;
}

export interface ProofRequestTable {
  id: Generated<number>;
  organisation_id: number;
  proof_key: string;
  design: Json;
  logo_id: number | null;
  garment_design_id: number | null;
  requested_by_id: number | null;
  approved_at: Timestamp | null;
  told_at: Timestamp | null;
  reminded_at: Timestamp | null;
  reminders: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface PublicationTable {
  id: Generated<number>;
  organisation_id: number | null;
  kind: string;
  is_published: Generated<boolean>;
  from_on: string | null;
  until_on: string | null;
  display_order: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  version: Generated<number>;
}

export interface PublicationBrandTable {
  publication_id: number;
  brand_id: number;
}

export interface PublicationGroupTable {
  organisation_id: number;
  publication_id: number;
  organisation_group_id: number;
}

export interface PublicationOrganisationTable {
  organisation_id: number;
  publication_id: number;
}

export interface PublicationPictureTable {
  publication_id: number;
  src: string;
}

export interface PublicationRoleTable {
  publication_id: number;
  role_id: number;
}

export interface PunchoutAttemptTable {
  organisation_id: number;
  id: Generated<number>;
  connection_id: number;
  kind: string;
  status_code: number;
  outcome: string;
  created_at: Generated<Timestamp>;
}

export interface PunchoutConnectionTable {
  organisation_id: number;
  id: Generated<number>;
  name: string;
  protocol: string;
  key: string;
  active: Generated<boolean>;
  is_test: Generated<boolean>;
  buyer_identities: Generated<Json>;
  sender_identities: Generated<Json>;
  supplier_identity: Json | null;
  user_field: string | null;
  password_field: string | null;
  user_name: string | null;
  return_target: string | null;
  dtd_version: Generated<string>;
  form_encoding: Generated<string>;
  limits: Generated<string>;
  units: Generated<Json>;
  classifications: Generated<Json>;
  material_groups: Generated<Json>;
  custom_fields: Generated<Json>;
  vendor_number: string | null;
  currency_code: string;
  tax_mode: Generated<string>;
  delivery_mode: Generated<string>;
  charge_sku: string | null;
  charge_classification: string | null;
  charge_unit: string | null;
  frame_origins: Generated<string[]>;
  return_origins: Generated<string[]>;
  learnt_return_origin: string | null;
  permits_http: Generated<boolean>;
  permits_sapevent: Generated<boolean>;
  returns_cart_on_cancel: Generated<boolean>;
  extrinsics: Generated<Json>;
  user_policy: Generated<string>;
  shared_customer_id: number | null;
  created_role_ids: Generated<number[]>;
  created_group_ids: Generated<number[]>;
  created_collection_ids: Generated<number[]>;
  allows_address_choice: Generated<boolean>;
  waives_terms: Generated<boolean>;
  waives_approval: Generated<boolean>;
  idle_minutes: Generated<number>;
  price_days: Generated<number>;
  outgoing_url: string | null;
  sealed_outgoing_secret: Buffer | null;
  outgoing_kinds: Generated<string[]>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface PunchoutLineTable {
  organisation_id: number;
  trip_id: string;
  auxiliary_id: string;
  connection_id: number;
  place: number;
  kind: Generated<string>;
  product_id: number | null;
  combination_id: number | null;
  quantity: number;
  garment: Generated<Json>;
  sku: string;
  description: string;
  unit: string;
  classification: string;
  unit_price_minor: number;
  returned_at: Generated<Timestamp>;
}

export interface PunchoutMessageTable {
  organisation_id: number;
  id: Generated<number>;
  connection_id: number;
  direction: string;
  kind: string;
  payload_id: string;
  body: string;
  findings: Generated<Json>;
  status_code: number | null;
  answer: string | null;
  is_test: boolean;
  order_id: number | null;
  purchase_order_id: number | null;
  fingerprint: Buffer | null;
  decided_code: number | null;
  decided_text: string | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  attempts: Generated<number>;
  due_at: Generated<Timestamp>;
  next_attempt_at: Timestamp | null;
  claimed_at: Timestamp | null;
  sent_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure: Json | null;
  last_error: string | null;
}

export interface PunchoutSecretTable {
  organisation_id: number;
  id: Generated<number>;
  connection_id: number;
  hash: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
}

export interface PunchoutShipToTable {
  organisation_id: number;
  connection_id: number;
  code: string;
  address_id: number;
}

export interface PunchoutTripTable {
  organisation_id: number;
  id: Generated<string>;
  connection_id: number;
  customer_id: number;
  operation: string;
  is_test: boolean;
  buyer_cookie: Generated<string>;
  buyer_identity: Json | null;
  return_url: string;
  return_target: string | null;
  return_fields: Generated<Json>;
  charset: string | null;
  oci_version: string | null;
  selected_sku: string | null;
  ship_to: Json | null;
  address_id: number | null;
  edited_items: Generated<Json>;
  missing_items: Generated<Json>;
  return_form: Json | null;
  return_shown_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  begun_at: Timestamp | null;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
  outcome: string | null;
}

export interface PurchaseOrderTable {
  organisation_id: number;
  id: Generated<number>;
  connection_id: number;
  number: string;
  revision: string | null;
  payload_id: string;
  fingerprint: Buffer;
  is_test: boolean;
  state: string;
  document: Json;
  findings: Generated<Json>;
  order_id: number | null;
  replaced: Json | null;
  reason: string | null;
  received_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  version: Generated<number>;
}

export interface PurchaseOrderFileTable {
  organisation_id: number;
  purchase_order_id: number;
  content_id: string;
  file_name: string;
  content_type: string;
  file_id: number;
}

export interface QuoteTable {
  id: Generated<number>;
  organisation_id: number;
  quote_number: Generated<string>;
  customer_id: number;
  actor_kind: string;
  actor_id: number | null;
  title: string;
  description: string | null;
  required_by_on: string | null;
  currency_code: string;
  quote_state_id: Generated<number>;
  version: Generated<number>;
  valid_until_at: Timestamp | null;
  total_minor: number | null;
  taken_by_id: number | null;
  internal_note: string | null;
  decline_reason: string | null;
  declined_by: string | null;
  reminded_at: Timestamp | null;
  search_text: Generated<string>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
}

export interface QuoteFileTable {
  organisation_id: number;
  quote_id: number;
  file_id: number;
  message_id: number | null;
  from_supplier: Generated<boolean>;
  notified_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface QuoteItemTable {
  id: Generated<number>;
  organisation_id: number;
  quote_id: number;
  display_order: number;
  alternative_to_id: number | null;
  is_requested: boolean;
  product_id: number | null;
  combination_id: number | null;
  name: string;
  sku: string | null;
  attribute_description: string | null;
  quantity: number;
  comments: string | null;
}

export interface QuoteItemCustomisationTable {
  id: Generated<number>;
  organisation_id: number;
  quote_item_id: number;
  method_id: number;
  position_id: number;
  logo_id: number | null;
  text: string | null;
  font_name: string | null;
  thread_colour_id: number | null;
  garment_design_id: number | null;
  comments: string | null;
  created_at: Generated<Timestamp>;
}

export interface QuoteMessageTable {
  id: Generated<number>;
  organisation_id: number;
  quote_id: number;
  from_supplier: boolean;
  actor_kind: string;
  actor_id: number;
  text: string;
  created_at: Generated<Timestamp>;
}

export interface QuoteStateTable {
  id: number;
  name: string;
}

export interface QuoteVersionTable {
  organisation_id: number;
  quote_id: number;
  version: number;
  valid_until_on: string | null;
  currency_code: string | null;
  notes: string | null;
  terms: string | null;
  saves: Generated<number>;
  sent_at: Timestamp | null;
  actor_kind: string | null;
  actor_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface QuoteVersionItemTable {
  organisation_id: number;
  quote_id: number;
  version: number;
  quote_item_id: number;
  is_offered: boolean;
  product_id: number | null;
  combination_id: number | null;
  quantity: number;
  unit_price_minor: number | null;
  setup_minor: Generated<number>;
  lead_time_days: number | null;
  answer: string | null;
}

export interface RateLimitTable {
  key: string;
  window_started_at: Timestamp;
  hits: number;
}

export interface ReceiptTable {
  id: Generated<number>;
  organisation_id: number;
  brand_id: number;
  kind: string;
  serial: number;
  receipt_number: string;
  order_id: number;
  payment_id: number;
  refund_id: number | null;
  currency_code: string;
  issued_on: string;
  seller: Json;
  buyer: Json;
  lines: Json;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  created_at: Generated<Timestamp>;
}

export interface RecordChangeTable {
  id: Generated<number>;
  kind: string;
  organisation_id: number | null;
  record_id: number;
  position: number | null;
}

export interface RecoveryCodeTable {
  organisation_id: number;
  customer_id: number;
  hash: Buffer;
  used_at: Timestamp | null;
}

export interface RegistrationTable {
  id: Generated<number>;
  organisation_id: number;
  brand_id: number;
  link_id: number;
  state: string;
  email: string;
  first_name: string;
  last_name: string;
  employee_number: string | null;
  po_number: string | null;
  gender: Generated<number>;
  resort_id: number | null;
  business_area_id: number | null;
  customer_id: number | null;
  reject_reason: string | null;
  decided_by_id: number | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface RegistrationCollectionTable {
  organisation_id: number;
  registration_id: number;
  collection_id: number;
}

export interface RegistrationDepartmentTable {
  organisation_id: number;
  registration_id: number;
  department_id: number;
}

export interface RegistrationLinkTable {
  id: Generated<number>;
  organisation_id: number;
  organisation_group_id: number | null;
  name: string;
  registration_type: number;
  token_hash: Buffer;
  token_sealed: Buffer | null;
  asks_employee_number: Generated<boolean>;
  asks_po_number: Generated<boolean>;
  asks_gender: Generated<boolean>;
  asks_resort: Generated<boolean>;
  asks_business_area: Generated<boolean>;
  asks_collection: Generated<boolean>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  created_by_id: number | null;
  created_at: Generated<Timestamp>;
}

export interface RegistrationLinkBusinessAreaTable {
  organisation_id: number;
  link_id: number;
  business_area_id: number;
}

export interface RegistrationLinkCollectionTable {
  organisation_id: number;
  link_id: number;
  collection_id: number;
}

export interface RegistrationLinkResortTable {
  organisation_id: number;
  link_id: number;
  resort_id: number;
}

export interface RegistrationLinkRoleTable {
  organisation_id: number;
  link_id: number;
  role_id: number;
}

export interface RelatedProductTable {
  product_id: number;
  related_product_id: number;
  kind: Generated<string>;
  display_order: Generated<number>;
}

export interface RemovedRangePriceTable {
  organisation_id: number;
  product_id: number;
  overridden_price_minor: number | null;
  price_percent: number | null;
}

export interface ResortTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface ReturnActionTable {
  id: number;
  name: string;
  kind: string;
  display_order: number;
}

export interface ReturnReasonTable {
  id: number;
  name: string;
  is_fault: boolean;
  display_order: number;
}

export interface ReturnRequestTable {
  id: Generated<number>;
  organisation_id: number;
  custom_number: Generated<string>;
  customer_id: number;
  actor_kind: string;
  actor_id: number | null;
  order_id: number;
  order_line_id: number;
  quantity: number;
  reason: string;
  is_faulty: boolean;
  action: string;
  action_kind: string;
  comments: string | null;
  fit: string | null;
  fit_places: Generated<string[]>;
  fingerprint: Buffer;
  return_state_id: Generated<number>;
  exchange_line_id: number | null;
  reserved_until_on: string | null;
  reminded_at: Timestamp | null;
  received_quantity: number | null;
  condition: string | null;
  received_at: Timestamp | null;
  restocked_quantity: Generated<number>;
  accepted_at: Timestamp | null;
  decision_reason: string | null;
  refund_line_id: number | null;
  refund_minor: number | null;
  refund_tax_minor: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  card_quantity: Generated<number>;
  card_refund_minor: Generated<number>;
  card_refund_tax_minor: Generated<number>;
}

export interface ReturnRequestFileTable {
  organisation_id: number;
  return_request_id: number;
  file_id: number;
}

export interface ReturnStateTable {
  id: number;
  name: string;
}

export interface RoleTable {
  id: Generated<number>;
  organisation_id: number | null;
  name: string;
  system_name: string | null;
  active: Generated<boolean>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface RolePermissionTable {
  organisation_id: number;
  role_id: number;
  permission: string;
}

export interface ScheduledPriceTable {
  id: GeneratedAlways<number>;
  price_change_id: number;
  organisation_id: number | null;
  product_id: number;
  combination_id: number | null;
  price_minor: number | null;
  price_percent: number | null;
  starts_on: string;
  ends_on: string | null;
  state: Generated<string>;
  before_price_minor: number | null;
  before_percent: number | null;
  replaced_by_change_id: number | null;
}

export interface SearchTextFillTable {
  table_name: string;
  organisation_id: Generated<number>;
  last_id: Generated<number>;
}

export interface SeasonTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  starts_on: string;
  ends_on: string;
  ordering_opens_on: string | null;
  ordering_closes_on: string | null;
  is_current: Generated<boolean>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface SecondFactorTable {
  organisation_id: number;
  customer_id: number;
  sealed_secret: Buffer;
  created_at: Generated<Timestamp>;
  confirmed_at: Timestamp | null;
  last_step: number | null;
}

export interface SecretKeyTable {
  id: GeneratedAlways<number>;
  fingerprint: string;
  first_used_at: Generated<Timestamp>;
}

export interface SessionTable {
  id: Generated<string>;
  organisation_id: number;
  customer_id: number;
  brand_id: number;
  access_hash: Buffer;
  access_expires_at: Timestamp;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  rotation_nonce: Buffer | null;
  rotated_at: Timestamp | null;
  impersonated_customer_id: number | null;
  impersonation_ends_at: Timestamp | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  ends_at: Timestamp;
  revoked_at: Timestamp | null;
  revoked_reason: string | null;
  trip_id: string | null;
}

export interface ShipmentTable {
  id: Generated<number>;
  organisation_id: number;
  order_id: number;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  shipped_at: Timestamp | null;
  delivered_at: Timestamp | null;
  wearer_id: number | null;
  billed_at: Timestamp | null;
  parcel_id: number | null;
  collected_by: string | null;
}

export interface ShipmentLineTable {
  id: Generated<number>;
  organisation_id: number;
  shipment_id: number;
  order_line_id: number;
  quantity: number;
}

export interface ShippingOptionTable {
  id: Generated<number>;
  organisation_id: number;
  name: string;
  description: string | null;
  rate_minor: number;
  free_from_minor: number | null;
  transit_days: number | null;
  country_ids: Generated<number[]>;
  display_order: Generated<number>;
  active: Generated<boolean>;
  role_ids: Generated<number[]>;
  is_default: Generated<boolean>;
  version: Generated<number>;
  kind: Generated<string>;
  cut_off: string | null;
  collect_from: string | null;
  opening_hours: string | null;
}

export interface ShippingStateTable {
  id: number;
  name: string;
}

export interface SizeChartTable {
  size_guide_id: number;
  gender: number;
  size_columns: string[];
  points: Json;
  legs: Generated<Json>;
}

export interface SizeGuideTable {
  id: Generated<number>;
  name: string;
  body: string | null;
  image_src: string | null;
  columns: Generated<string[]>;
  rows: Generated<Json>;
  brand_id: number | null;
  chart_version: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface SizeSuggestionTable {
  id: Generated<number>;
  organisation_id: number;
  customer_id: number;
  body_id: number;
  product_id: number;
  sealed: Buffer;
  created_at: Generated<Timestamp>;
}

export interface SizingTokenTable {
  token_hash: Buffer;
  session_id: string;
  audience: string;
  expires_at: Timestamp;
}

export interface SlideTable {
  publication_id: number;
  src: string;
  text: string | null;
  link: string | null;
  alt_text: string | null;
}

export interface SliderImageTable {
  id: Generated<number>;
  organisation_id: number;
  src: string;
  text: string | null;
  link: string | null;
  alt_text: string | null;
  display_order: Generated<number>;
}

export interface SpecialMeasurementTable {
  organisation_id: number;
  customer_id: number;
  sealed: Buffer;
  updated_at: Generated<Timestamp>;
}

export interface SpecificationTable {
  id: Generated<number>;
  name: string;
  display_order: Generated<number>;
}

export interface SpecificationOptionTable {
  id: Generated<number>;
  specification_id: number;
  name: string;
  colour_rgb: string | null;
  display_order: Generated<number>;
}

export interface StateProvinceTable {
  id: Generated<number>;
  country_id: number;
  name: string;
  abbreviation: string;
  display_order: Generated<number>;
}

export interface StockCountTable {
  id: Generated<number>;
  name: string;
  state: Generated<string>;
  actor_kind: string;
  actor_id: number;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface StockCountLineTable {
  id: GeneratedAlways<number>;
  count_id: number;
  combination_id: number;
  is_open: Generated<boolean>;
  counted: number | null;
  expected: number | null;
  entry_id: number | null;
  counted_at: Timestamp | null;
  actor_kind: string | null;
  actor_id: number | null;
  booked: number | null;
}

export interface StockEntryTable {
  id: GeneratedAlways<number>;
  combination_id: number;
  kind: string;
  on_hand_delta: Generated<number>;
  reserved_delta: Generated<number>;
  order_id: number | null;
  reason: string | null;
  created_at: Generated<Timestamp>;
  organisation_id: number | null;
  order_line_id: number | null;
  actor_kind: Generated<string>;
  actor_id: number | null;
  shipment_line_id: number | null;
  stock_receipt_id: number | null;
  cause: Json | null;
}

export interface StockIncomingTable {
  id: Generated<number>;
  combination_id: number;
  due_on: string;
  quantity: number;
  reference: string | null;
  version: Generated<number>;
}

export interface StockLevelTable {
  combination_id: number;
  product_id: number;
  on_hand: Generated<number>;
  reserved: Generated<number>;
  can_oversell: Generated<boolean>;
  version: Generated<number>;
  low_stock_threshold: number | null;
  shelf: string | null;
  counted_at: Timestamp | null;
  details_version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface StockNoticeTable {
  id: GeneratedAlways<number>;
  organisation_id: number;
  customer_id: number;
  combination_id: number;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  notified_at: Timestamp | null;
}

export interface StockReceiptTable {
  id: Generated<number>;
  reference: string;
  request_hash: Buffer;
  actor_kind: string;
  actor_id: number;
  created_at: Generated<Timestamp>;
}

export interface StoredFileTable {
  id: Generated<number>;
  organisation_id: number;
  storage_key: string;
  purpose: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  sha256: Buffer;
  actor_kind: string;
  actor_id: number;
  customer_id: number | null;
  created_at: Generated<Timestamp>;
  stored_at: Timestamp | null;
  expires_at: Timestamp | null;
  document_key: string | null;
}

export interface SuperGroupTable {
  id: Generated<number>;
  organisation_id: number;
  collection_id: number;
  name: string;
  min_select: Generated<number>;
  max_select: Generated<number>;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface SuperGroupOptionTable {
  id: Generated<number>;
  organisation_id: number;
  collection_id: number;
  super_group_id: number;
  name: string;
  image_src: string | null;
  display_order: Generated<number>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}

export interface SupplierBulkEditTable {
  id: Generated<number>;
  kind: string;
  action: string;
  payload: Generated<Json>;
  actor_kind: string;
  actor_id: number;
  brand_ids: number[];
  undo_of_id: number | null;
  is_exclusive: Generated<boolean>;
  total: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  conflicts: Generated<number>;
  request_id: string;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  stopped_at: Timestamp | null;
  finished_at: Timestamp | null;
  exclusive_key: string | null;
}

export interface SupplierBulkEditItemTable {
  bulk_edit_id: number;
  position: number;
  subject_id: number | null;
  expected_version: number | null;
  outcome: Generated<string>;
  reason_kinds: Json | null;
  before: Json | null;
  after: Json | null;
  applied_version: number | null;
}

export interface TaxRateTable {
  id: GeneratedAlways<number>;
  country_code: string;
  tax_class: string;
  rate: number;
  starts_on: string;
  ends_on: string | null;
}

export interface TermsVersionTable {
  brand_id: number;
  version: number;
  terms_url: string | null;
  terms_text: string | null;
  privacy_url: string | null;
  privacy_text: string | null;
  published_at: Timestamp | null;
}

export interface ThreadColourTable {
  id: Generated<number>;
  name: string;
  number: string;
  rgb: string;
  display_order: Generated<number>;
  active: Generated<boolean>;
  version: Generated<number>;
}

export interface TierPriceTable {
  id: Generated<number>;
  product_id: number;
  organisation_id: number | null;
  role_id: number | null;
  quantity: number;
  price_minor: number;
  starts_at: Timestamp | null;
  ends_at: Timestamp | null;
}

export interface TopicTable {
  publication_id: number;
  system_name: string;
  title: string | null;
  body: string | null;
  se_name: string;
  portal_location: string | null;
  include_in_information_menu: Generated<boolean>;
  is_important_notice: Generated<boolean>;
}

export interface UniformStatusTable {
  organisation_id: number;
  season_id: number;
  customer_id: number;
  season_ref: GeneratedAlways<number | null>;
  resort_id: number | null;
  business_area_id: number | null;
  group_ids: number[];
  starts_on: string | null;
  pieces_due: Generated<number>;
  pieces_fulfilled: Generated<number>;
  pieces_ordered: Generated<number>;
  open_choices: Generated<number>;
  ordering_status: number | null;
  measuring_status: number | null;
  ordering_status_since_start: number | null;
  measuring_status_since_start: number | null;
  email_domain: Generated<string>;
}

export interface UsedCaptchaTable {
  hash: Buffer;
  account: Buffer | null;
  used_at: Generated<Timestamp>;
}

export interface UsedPasskeyChallengeTable {
  hash: Buffer;
  used_at: Generated<Timestamp>;
}

export interface UsedRefreshTokenTable {
  hash: Buffer;
  session_id: string;
  used_at: Generated<Timestamp>;
}

export interface WardrobeDraftTable {
  organisation_id: number;
  collection_id: number;
  contents: Json;
  base_version: number;
  revision: Generated<number>;
  begun_by_id: number;
  begun_at: Generated<Timestamp>;
  saved_by_id: number;
  saved_at: Generated<Timestamp>;
}

export interface WardrobeVersionTable {
  organisation_id: number;
  collection_id: number;
  version: number;
  contents: Json;
  published_at: Timestamp | null;
  actor_kind: string | null;
  actor_id: number | null;
  bulk_edit_id: number | null;
}

export interface WebhookDeliveryTable {
  id: Generated<number>;
  endpoint_id: number;
  organisation_id: number | null;
  event_id: string;
  event_type: string;
  sequence: number;
  data: Json;
  created_at: Generated<Timestamp>;
  attempts: Generated<number>;
  next_attempt_at: Generated<Timestamp>;
  last_attempt_at: Timestamp | null;
  response_status: number | null;
  response_excerpt: string | null;
  duration_ms: number | null;
  last_error: string | null;
  due_at: Generated<Timestamp>;
  claimed_at: Timestamp | null;
  sent_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure: Json | null;
}

export interface WebhookEndpointTable {
  id: Generated<number>;
  organisation_id: number | null;
  brand_id: number | null;
  url: string;
  description: string | null;
  event_types: string[];
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_expires_at: Timestamp | null;
  paused_at: Timestamp | null;
  paused_by_failures: Generated<boolean>;
  last_success_at: Timestamp | null;
  last_failure_at: Timestamp | null;
  failing_since_at: Timestamp | null;
  consecutive_failures: Generated<number>;
  created_at: Generated<Timestamp>;
  version: Generated<number>;
  field_versions: Generated<Json>;
}
