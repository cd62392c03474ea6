import { chooseCharset, createDecoder } from './charset.rules.ts';

/** Parameters or fields in their order; names may occur several times. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** What a call-up asks for. `unknown` is a function that OCI does not have. */
export type OciFunction = 'shop' | 'detail' | 'validate' | 'backgroundSearch' | 'sourcing' | 'unknown';

/** How a user's browser comes from the buyer's system, or what that system asks about a product. */
export interface CallUp {
  function: OciFunction;
  /** All parameters, among them those by which the connection recognises its buyer. */
  parameters: Fields;
  /** Where the cart goes, as it was given. */
  hookUrl: string | undefined;
  /** `2.0` to `5.0`; undefined when it is not said. */
  version: string | undefined;
  /** The encoding of what is returned, as browsers name it. */
  charset: string;
  /** The window or frame that the cart is posted to; null: the one in which the portal is. */
  target: string | null;
  /** Fields that SAP SRM gets back with the cart, named as they came. */
  controlFields: Fields;
  productId: string | undefined;
  /** Whole pieces; undefined when it is no whole number above 0. */
  quantity: number | undefined;
  searchText: string | undefined;
}

/** What is answered to the function SOURCING, which SAP has described but never called. */
export const SOURCING_REFUSAL =
  'This catalogue doesn’t answer requests for quotes (FUNCTION=SOURCING). Please open the catalogue without a function and ask for a quote there.';

const FUNCTIONS: Readonly<Record<string, OciFunction>> = {
  '': 'shop',
  DETAIL: 'detail',
  VALIDATE: 'validate',
  BACKGROUND_SEARCH: 'backgroundSearch',
  SOURCING: 'sourcing',
};

/** A call-up has about ten parameters; more than this are not read. */
const MAX_PARAMETERS = 200;

const CONTROL_FIELDS = new Set(['~okcode', '~target', '~caller']);

/** A text in the notation of forms, `%2F` and `+` for a space. Bytes that are none of the encoding are read as Latin-1, in which every byte is a character. */
function decodeText(text: string, charset: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' ').replace(/%([0-9A-Fa-f]{2})|[^ -~]/gu, toBytes), 'latin1');
  const decoded = createDecoder(charset).decode(bytes);
  return decoded.includes('\uFFFD') ? bytes.toString('latin1') : decoded;
}

/** The bytes that a part stands for, as characters of Latin-1. */
const toBytes = (part: string, hex?: string): string =>
  hex === undefined ? Buffer.from(part).toString('latin1') : String.fromCharCode(Number.parseInt(hex, 16));

/** Reads a query, without its question mark, or the body of a posted form. */
export const readFields = (text: string, charset = 'utf-8'): Fields =>
  text
    .split('&', MAX_PARAMETERS)
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decodeText(name, charset), decodeText(value.join('='), charset)] as const;
    });

/** The first value of a parameter, whose name is compared without case; undefined when it is missing. */
export const findParameter = (parameters: Fields, name: string): string | undefined =>
  parameters.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];

/** Names that a form can be posted to: of windows and frames. One that opens a further window is none. */
const isTarget = (name: string): boolean => /^(_self|_top|_parent|[A-Za-z0-9][\w.-]{0,49})$/i.test(name);

/** Reads the parameters of a call-up, of its query and of its body. */
export function readCallUp(parameters: Fields): CallUp {
  const find = (name: string) => findParameter(parameters, name)?.trim() || undefined;
  const quantity = find('QUANTITY');
  const target = find('returntarget') ?? find('~TARGET');
  return {
    function: FUNCTIONS[(find('FUNCTION') ?? '').toUpperCase()] ?? 'unknown',
    parameters,
    hookUrl: find('HOOK_URL'),
    version: /^\d(\.\d)?$/.exec(find('OCI_VERSION') ?? '')?.[0],
    charset: chooseCharset(find('http_content_charset')),
    target: target !== undefined && isTarget(target) ? target : null,
    controlFields: parameters.filter(([name]) => CONTROL_FIELDS.has(name.toLowerCase())),
    productId: find('PRODUCTID'),
    quantity:
      quantity !== undefined && /^\d{1,9}(\.0{0,9})?$/.test(quantity) && Number(quantity) > 0 ? Number(quantity) : undefined,
    searchText: find('SEARCHSTRING'),
  };
}

/** Where a return form is posted, and the fields that its address had as parameters. */
export interface SplitHook {
  action: string;
  fields: Fields;
}

/**
 * Divides a hook into an address without parameters and hidden fields, since SAP's systems read parameters of a posted form in its body alone. They are read in
 * the encoding in which they will be posted, so that the same bytes come back.
 */
export function splitHook(hookUrl: string, charset: string): SplitHook {
  const [withoutFragment = ''] = hookUrl.split('#', 1);
  const start = withoutFragment.indexOf('?');
  if (start < 0) return { action: withoutFragment, fields: [] };
  return { action: withoutFragment.slice(0, start), fields: readFields(withoutFragment.slice(start + 1), charset) };
}
