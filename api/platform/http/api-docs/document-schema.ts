/** A schema of the OpenAPI document: JSON Schema 2020-12, where a named one is a reference. */
export interface DocumentSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, DocumentSchema>;
  required?: string[];
  items?: DocumentSchema;
  anyOf?: DocumentSchema[];
  enum?: unknown[];
  [keyword: string]: unknown;
}

/** A schema of the contract, read as data. */
interface ContractSchema {
  title?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, ContractSchema>;
  items?: ContractSchema;
  anyOf?: ContractSchema[];
  const?: unknown;
  enum?: unknown[];
  patternProperties?: Record<string, ContractSchema>;
  contentMediaType?: string;
  [keyword: string]: unknown;
}

/** Keywords of JSON Schema that are written as they are. */
const STANDARD = [
  'type',
  'description',
  'required',
  'additionalProperties',
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'examples',
] as const;

/** Keywords of our own: the kind of record that an id refers to, and the decimals of an amount, are of use to readers, the others only to the server. */
const OWN: Readonly<Record<string, string | undefined>> = {
  entity: 'x-entity',
  decimals: 'x-decimals',
  message: undefined,
  lenient: undefined,
  isRepeated: undefined,
};

/** Keywords that `convert` writes in another form. */
const CONVERTED = ['title', 'properties', 'items', 'anyOf', 'patternProperties', 'contentMediaType'];

/** The alternatives of a union whose members are all fixed values of one type, as a list of values: the form that generators of clients know. */
function toEnum(alternatives: readonly ContractSchema[]): DocumentSchema | undefined {
  const types = new Set(alternatives.map(({ type }) => type));
  const [type] = types;
  if (types.size !== 1 || typeof type !== 'string' || alternatives.some((alternative) => !('const' in alternative)))
    return undefined;
  return { type, enum: alternatives.map((alternative) => alternative.const) };
}

/** Writes the schemas of the contract as those of an OpenAPI document, and collects the named ones. */
export interface SchemaWriter {
  /** A schema without keywords of our own. What it or a part of it is named is replaced by a reference. Throws for an unknown keyword. */
  write(schema: object): DocumentSchema;
  /** The named schemas that were written so far, by name. */
  readonly named: ReadonlyMap<string, DocumentSchema>;
}

/** A writer whose named schemas are those of one document. It throws when two different schemas have the same name. */
export function createSchemaWriter(): SchemaWriter {
  const named = new Map<string, DocumentSchema>();
  const texts = new Map<string, string>();

  function convert(schema: ContractSchema): DocumentSchema {
    const { properties, items, anyOf, patternProperties, contentMediaType } = schema;
    const result: DocumentSchema = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if ((STANDARD as readonly string[]).includes(keyword)) result[keyword] = value;
      else if (keyword in OWN) Object.assign(result, OWN[keyword] ? { [OWN[keyword]]: value } : {});
      else if (!CONVERTED.includes(keyword)) throw new Error(`The API document has no form for the keyword ${keyword}.`);
    }
    if (properties)
      result.properties = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, write(property)]));
    if (items) result.items = write(items);
    if (anyOf) Object.assign(result, toEnum(anyOf) ?? { anyOf: anyOf.map(write) });
    const [any] = Object.values(patternProperties ?? {});
    if (any) result.additionalProperties = write(any);
    // OpenAPI 3.1 describes the bytes of a file by their media type alone; generators of clients still read the format of 3.0.
    if (contentMediaType) result.format = 'binary';
    return result;
  }

  function write(schema: ContractSchema): DocumentSchema {
    const converted = convert(schema);
    if (!schema.title) return converted;
    const { description, ...plain } = converted;
    const types = [plain.type ?? []].flat();
    const isNullable = types.includes('null');
    if (isNullable) plain.type = types.find((type) => type !== 'null') as string;
    const text = JSON.stringify(plain);
    if ((texts.get(schema.title) ?? text) !== text) throw new Error(`Two different schemas have the name ${schema.title}.`);
    texts.set(schema.title, text);
    named.set(schema.title, plain);
    const reference = { $ref: `#/components/schemas/${schema.title}` };
    return {
      ...(isNullable ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description ? { description } : {}),
    };
  }

  return { write: (schema) => write(schema as ContractSchema), named };
}
