import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { MAX_SCAN_LENGTH } from './scanned-codes.ts';

/** Kinds of record with an id. Every id in a request names its kind, so that tests can send an id of another organisation. */
export type EntityName =
  | 'organisation'
  | 'customer'
  | 'bulkEdit'
  | 'supplierBulkEdit'
  | 'listExport'
  | 'supplierExport'
  | 'productImport'
  | 'listView'
  | 'operatorListView'
  | 'group'
  | 'businessArea'
  | 'jobRole'
  | 'collection'
  | 'season'
  | 'resort'
  | 'department'
  | 'role'
  | 'registrationLink'
  | 'registrationRequest'
  | 'peopleImport'
  | 'product'
  | 'productOrganisation'
  | 'productOrganisationRole'
  | 'combination'
  | 'customisation'
  | 'cartCustomisation'
  | 'logo'
  | 'proof'
  | 'proofRequest'
  | 'garmentDesign'
  | 'decorationMethod'
  | 'decorationPosition'
  | 'threadColour'
  | 'category'
  | 'specificationOption'
  | 'sizeGuide'
  | 'priceChange'
  | 'taxRate'
  | 'deliveryOption'
  | 'scheduledPrice'
  | 'quantityTier'
  | 'attributeValue'
  | 'cartLine'
  | 'address'
  | 'resortAddress'
  | 'country'
  | 'state'
  | 'order'
  | 'orderSheet'
  | 'shipment'
  | 'collectionGroup'
  | 'superGroup'
  | 'superGroupOption'
  | 'entitlementAccount'
  | 'entitlementEntry'
  | 'entitlementRequest'
  | 'orderItem'
  | 'quote'
  | 'quoteItem'
  | 'invoice'
  | 'receipt'
  | 'cardPayment'
  | 'cardRefund'
  | 'invoiceLine'
  | 'payment'
  | 'checkoutQuestion'
  | 'checkoutQuestionValue'
  | 'costCentre'
  | 'delegation'
  | 'approvalRule'
  | 'returnRequest'
  | 'madeToMeasureRequest'
  | 'storedFile'
  | 'picture'
  | 'webhook'
  | 'webhookDelivery'
  | 'punchoutConnection'
  | 'purchaseOrder'
  | 'returnReason'
  | 'returnAction'
  | 'brand'
  | 'operator'
  | 'operatorPasskey'
  | 'operatorSession'
  | 'apiKey'
  | 'stockNotice'
  | 'expectedDelivery'
  | 'stockCount'
  | 'body'
  | 'suggestion'
  | 'announcement'
  | 'slide'
  | 'topic'
  | 'announcement'
  | 'slide'
  | 'document'
  | 'documentType'
  | 'documentFile'
  | 'sizingBrand'
  | 'sizingCategory'
  | 'sizingSize';

/** The kind of record that an id schema refers to; undefined for any other schema. */
export const getEntityName = (schema: TSchema): EntityName | undefined => (schema as { entity?: EntityName }).entity;

/** A copy of a schema with a description for the API documentation at `/docs/api`. It changes neither checks nor replies. */
export const described = <S extends TSchema>(schema: S, description: string): S =>
  Type.With(schema, { description }) as unknown as S;

/** The id of an existing record of this kind, from 1. `message` is the 422 or 400 text for anything else. */
export const id = (entity: EntityName, message = 'This id is not valid.') =>
  Type.Integer({ minimum: 1, maximum: 2147483647, entity, message });

/** An id in a query or body in which 0 means "none" or "no filter". */
export const idOrNone = (entity: EntityName, message = 'This id is not valid.') =>
  Type.Integer({ minimum: 0, maximum: 2147483647, entity, message });

/** A value that may be null. Written as a list of types, which the serialiser turns into a simple test. */
export function nullable<S extends TSchema>(schema: S) {
  const plain = schema as unknown as { type?: string; enum?: readonly unknown[] };
  const values = plain.enum && { enum: [...new Set([...plain.enum, null])] };
  return Type.Unsafe<Static<S> | null>({ ...schema, ...values, type: [plain.type ?? 'object', 'null'] });
}

/** One of a list of values in a reply, which `/docs/api` shows. The same list types the tables of the server and the comparisons of the pages. */
export const oneOf = <const V extends string | number>(values: readonly V[], description: string) =>
  Type.Unsafe<V>({ type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values], description });

/** The names of states, in their order. */
export const namesOf = <const N extends string>(states: readonly { name: N }[]): N[] => states.map(({ name }) => name);

/** The ids of states, in their order. */
export const idsOf = <const Id extends number>(states: readonly { id: Id }[]): Id[] => states.map(({ id }) => id);

/** Any string. */
export const text = Type.String();
/** A whole number. */
export const int = Type.Integer();
/** A whole number in a request that has no narrower bounds: what the database stores as one. */
export const wholeNumber = Type.Integer({ minimum: -2147483648, maximum: 2147483647 });
/** True or false. */
export const bool = Type.Boolean();
/** An amount of money in major units (pounds, euros) with two decimals. */
export const money = Type.Number({ description: 'Amount with two decimals, in the organisation’s currency.' });
/**
 * An amount of money in a request, in major units. It is converted to two decimals before its bounds are checked, so that what is within them is what is
 * stored: 1e-9 is 0.
 */
export const amountInput = (bounds: { minimum?: number; exclusiveMinimum?: number; maximum: number; message: string }) =>
  Type.Number({ ...bounds, decimals: 2 });
/** A day in a request, such as `2026-03-12`: one that exists, from 1900 to 2200. `message` is the text for anything else. */
export const dayInput = (message: string) => Type.String({ format: 'date', pattern: '^(19|20|21)\\d\\d-|^2200-', message });
/** A point in time, for example `2026-03-01T09:12:44Z`. Whole days start at midnight in the organisation's time zone. */
export const dateTime = Type.String({ description: 'Date and time, ISO 8601 in UTC with Z.' });

/** An optional property of a request that may also be null. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

/** In a reply: what the person who decides was shown. */
export const fingerprint = described(
  text,
  'Of what is shown here; changes with it. A decision that sends it back counts for what was seen.',
);

/** In a request that decides: the `fingerprint` of what was shown. */
export const seenFingerprint = described(
  maybe(Type.String({ maxLength: 200, message: 'The fingerprint is not valid.' })),
  'The `fingerprint` of what is decided, as it was shown. 409 with the code `changed` and what has changed when it is something else by now. Without it, the decision counts whatever was seen.',
);

/** In the reply to a preview: the fingerprint of its `outcome`. */
export const outcomeFingerprint = described(
  text,
  'Of `outcome`. A request that sends back that of its preview counts for what the preview said.',
);

/** In a request that was previewed: the `outcomeFingerprint` of the preview. */
export const seenOutcomeFingerprint = described(
  maybe(Type.String({ maxLength: 200, message: 'The fingerprint of the outcome is not valid.' })),
  'The `outcomeFingerprint` of the preview. 409 with the code `outcome_changed` and the outcome as it would be when it is another one by now, because a price has changed for example. Without it, the outcome counts whatever was seen.',
);

/** In a request: the `seenOnUtc` of the list that the user was looking at. */
export const seenOnUtc = Type.Optional(
  Type.String({
    maxLength: 40,
    message: 'The time of the list is not valid.',
    description: '`seenOnUtc` of the list on which the selection is based. Records changed since are skipped and reported.',
  }),
);

/** A record by id and name only. */
export const named = entity('NamedRecord', { id: int, name: text });

/** An object in a reply. Properties that the schema does not name are never sent. With a title it is a schema of that name in the API document. */
export function entity<P extends TProperties>(...parts: [properties: P] | [title: string, properties: P]): TObject<P> {
  return parts.length === 1 ? Type.Object(parts[0]) : Type.Object(parts[1], { title: parts[0] });
}

/** A list reply `{ [key]: [...] }`. */
export const listOf = <K extends string, S extends TSchema>(key: K, item: S) =>
  Type.Object({ [key]: Type.Array(item) } as { [P in K]: ReturnType<typeof Type.Array<S>> });

/** Page and page size of every paged list; pages count from 0. */
export const paging = {
  page: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10000,
      message: 'Page must be a whole number from 0 to 10000.',
      description: 'Page, counted from 0. Default 0.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 250,
      message: 'Limit must be a whole number from 1 to 250.',
      description: 'Rows per page. Default 10.',
    }),
  ),
};

/** Query that restricts each record of a list to the properties named. */
export const fields = Type.Optional(
  Type.String({
    maxLength: 2000,
    message: 'Fields must be a list of names.',
    description: 'Comma-separated first-level properties to return of each record, for example `id,name`. Default: all.',
  }),
);

/** Ids of groups in a query, as a list or repeated; 0 is ignored. */
export const groupIds = Type.Optional(
  Type.Array(idOrNone('group'), { maxItems: 100, message: 'Please send at most 100 ids of groups.' }),
);

/** Ids that old clients send with a query. They are checked against the session and never trusted. */
export const claims = {
  organisationId: described(
    Type.Optional(idOrNone('organisation')),
    'Absent, 0 or the caller’s own organisation; anything else is refused (403).',
  ),
  impersonatedId: described(
    Type.Optional(idOrNone('customer')),
    'Absent, 0 or a person whom the caller may impersonate (else 403); the request is then about that person.',
  ),
};

/** Tax display in a query: prices with tax (0) or without (10). */
export const taxDisplayCode = Type.Union([Type.Literal(0), Type.Literal(10)]);

/** Tax display in a reply. */
export const taxDisplayType = described(int, 'How prices are shown: 0 including tax, 10 excluding tax.');
/** Version of a record, for optimistic concurrency. */
export const version = described(int, 'Counts changes of the record. Send it back with a change to detect edit conflicts.');
/** The version that a change is based on; absent skips the check. */
export const expectedVersion = described(
  maybe(wholeNumber),
  'Version that was shown to the user. A value that someone else has changed since is not overwritten (409).',
);
/** Number of rows of a paged list. */
export const totalCount = described(int, 'Number of matching rows over all pages.');
/** Sort key of a list. */
export const displayOrder = described(int, 'Position in lists, ascending.');
/** Currency of all amounts in the same reply. */
export const currencyCode = described(text, 'ISO 4217 currency code, for example `GBP`.');
/** Gender of a person in the portal; the sizing service has codes of its own. */
export const gender = described(int, '0 not given, 10 male, 20 female.');
/** Address of a picture. */
export const imageSrc = described(nullable(text), 'Address of the picture, relative to the host; null when there is none.');
/** A colour of a brand or an organisation. */
export const hexColour = described(nullable(text), 'Colour as `#rrggbb`; null for the default.');
/** Whether someone's own keyboard shortcuts may be single keys (WCAG 2.1.4). */
export const singleKeyShortcuts = described(
  bool,
  'Whether shortcuts that are a single key work on pages; false for someone who has switched them off.',
);
/** Whether a command had its effect. */
export const success = described(bool, 'False when the command had no effect; `msg` then gives the reason.');
/** Sentence to show after a command. */
export const msg = described(nullable(text), 'Sentence to show to the user; null when there is nothing to add.');
/** Stock-keeping unit in a reply. */
export const sku = described(nullable(text), 'Stock-keeping unit (SKU); null when there is none.');
/** Global Trade Item Number in a reply. */
export const gtin = described(nullable(text), 'Global Trade Item Number (barcode); null when unknown.');
/** A garment in a request, by a code. */
export const garmentCode = described(
  Type.String({ minLength: 1, maxLength: MAX_SCAN_LENGTH, pattern: '\\S', message: 'Please enter a SKU or barcode.' }),
  'SKU or barcode (GTIN), ignoring case; also what a scanner types for it: with the name of the symbology, as a GS1 string or a digital link, for example `]C10105060001010038`.',
);
/** Colour, size and fit of a product in one line. */
export const attributeDescription = described(text, 'Chosen colour, size and fit in words, for example `Navy, L`.');
/** Purchase order number of a customer or an order. */
export const poNumber = described(nullable(text), 'Purchase order number; null when there is none.');
/** The organisation's own number for a person. */
export const employeeNumber = described(nullable(text), 'The organisation’s own number for the person.');
/** Season of an order or a wardrobe. */
export const seasonId = described(nullable(int), 'Season (programme period); null when none applies.');
/** Unit of a length. */
export const lengthUnit = described(int, '0 centimetres, 2 inches.');

/** A reply that is a file, not JSON: an Excel workbook. */
export const workbook = Type.String({
  contentMediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  description: 'Excel workbook. The file name is in the headers `x-filename` and `Content-Disposition`.',
});

/** A reply that is a file, not JSON: a PDF document. */
export const pdfFile = Type.String({
  contentMediaType: 'application/pdf',
  description: 'PDF document. The file name is in the headers `x-filename` and `Content-Disposition`.',
});

/** What an adjustment adds to a balance. */
export const adjustmentAmount = described(
  amountInput({ minimum: -1_000_000, maximum: 1_000_000, message: 'Please enter an amount up to 1,000,000.' }),
  'Pieces, points or money to add; negative to remove. Not 0.',
);

/** Why an adjustment is made. */
export const adjustmentReason = described(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    message: 'Please enter a reason of at most 500 characters.',
  }),
  'Why, for the person to read.',
);

/** With what a caller proves that a request comes from them and not from someone who only has their session. */
export const callerProof = {
  callerPassword: described(
    maybe(Type.String({ maxLength: 2048, message: 'The password is not correct.' })),
    'The caller’s own password.',
  ),
  callerOtp: described(
    maybe(Type.String({ maxLength: 100, message: 'Code is not valid.' })),
    'Where the caller has a second factor: a code of the authenticator app or a recovery code.',
  ),
};
