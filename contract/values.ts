import Type, { type Static, type TProperties, type TSchema } from 'typebox';

/** Things with an id of their own; every id in a request names its kind, so that tests can plant somebody else's. */
export type EntityName =
  | 'organisation'
  | 'customer'
  | 'peopleChange'
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
  | 'rangeChange'
  | 'combination'
  | 'category'
  | 'specificationOption'
  | 'sizeGuide'
  | 'attributeValue'
  | 'cartLine'
  | 'address'
  | 'resortAddress'
  | 'country'
  | 'state'
  | 'order'
  | 'wardrobeGroup'
  | 'superGroupOption'
  | 'orderItem'
  | 'body'
  | 'suggestion'
  | 'sizingBrand'
  | 'sizingCategory'
  | 'sizingSize';

export const getEntityName = (schema: TSchema): EntityName | undefined => (schema as { entity?: EntityName }).entity;

/** The id of an existing thing. */
export const id = (entity: EntityName, message = 'This id is not valid.') =>
  Type.Integer({ minimum: 1, maximum: 2147483647, entity, message });

/** An id in a query or body in which 0 means "none" or "no filter". */
export const idOrNone = (entity: EntityName, message = 'This id is not valid.') =>
  Type.Integer({ minimum: 0, maximum: 2147483647, entity, message });

/** A value that may be null. Written as a type list, which the serialiser turns into a plain test. */
export function nullable<S extends TSchema>(schema: S) {
  const plain = schema as unknown as { type?: string; const?: unknown };
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [plain.type ?? 'object', 'null'] });
}

/** An amount in the organisation's currency with two decimals, as the wire shows it. */
export const money = Type.Number({ description: 'Two decimals, in the organisation’s currency.' });
export const dateTime = Type.String({ description: 'ISO 8601, UTC, with Z.' });
/** In a body: the moment of a list, as it was told with it. */
export const seenOnUtc = Type.Optional(Type.String({ maxLength: 40, message: 'The moment of the list is not valid.' }));
export const text = Type.String();
export const int = Type.Integer();
export const bool = Type.Boolean();

/** An optional request property that may also be null. */
export const maybe = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

export const named = Type.Object({ id: int, name: text });

/** A reply object; unknown properties are never written. */
export const entity = <P extends TProperties>(properties: P) => Type.Object(properties);

/** A list reply `{ [key]: [...] }`. */
export const listOf = <K extends string, S extends TSchema>(key: K, item: S) =>
  Type.Object({ [key]: Type.Array(item) } as { [P in K]: ReturnType<typeof Type.Array<S>> });

/** Zero-based page and limit of every paged list. */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10000, message: 'Page must be a whole number from 0 to 10000.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250, message: 'Limit must be a whole number from 1 to 250.' })),
};

/** Comma list of the first-level properties wanted of each entity. */
export const fields = Type.Optional(Type.String({ maxLength: 2000, message: 'Fields must be a list of names.' }));

/** Hints that a client may send and that are checked against the session, never trusted. */
export const claims = {
  organisationId: Type.Optional(idOrNone('organisation')),
  impersonatedId: Type.Optional(idOrNone('customer')),
};

export const taxDisplayType = Type.Union([Type.Literal(0), Type.Literal(10)]);

/** An answer that is a file, not JSON: an Excel workbook. */
export const workbook = Type.String({ contentMediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
