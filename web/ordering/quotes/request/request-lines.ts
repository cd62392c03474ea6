import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_QUOTE_ITEMS } from '#contract/ordering/quotes/quote-limits.ts';
import { ApiError } from '#web/app/api-error.ts';
import type { Cart } from '#web/app/cart.ts';
import type { StoredUpload } from '#web/app/files/use-file-uploads.ts';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import type { GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import type { Combination, OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import type { Quote } from '../quote-status.ts';

/** A line of a request while it is written. */
export interface RequestLine {
  /** Tells lines apart; not of the server. */
  key: number;
  /** Null for what is asked for in words. */
  productId: number | null;
  name: string;
  sku: string | null;
  imageSrc: string | null;
  /** Colour, size and fit in words; empty to choose them later. */
  choice: string;
  /** The same as requests have it; null where only the SKU is known. */
  attributes: { id: number; value: string }[] | null;
  designs: GarmentDesign[];
  quantity: number;
  comments: string;
}

/** A request while it is written. */
export interface RequestValues {
  title: string;
  description: string;
  /** The day by which it is needed, as `2026-12-04`; empty for none. */
  neededBy: string;
  lines: RequestLine[];
  files: StoredUpload[];
}

export const EMPTY_REQUEST: RequestValues = { title: '', description: '', neededBy: '', lines: [], files: [] };

type LineStart = Partial<Omit<RequestLine, 'key'>> & { name: string };

/** A line with what is known of it. */
const toLine = (start: LineStart): Omit<RequestLine, 'key'> => ({
  productId: null,
  sku: null,
  imageSrc: null,
  choice: '',
  attributes: null,
  designs: [],
  quantity: 1,
  comments: '',
  ...start,
});

/** Adds lines, each with a key of its own. */
export function addLines(lines: readonly RequestLine[], added: readonly LineStart[]): RequestLine[] {
  const last = lines.reduce((most, { key }) => Math.max(most, key), 0);
  return [...lines, ...added.map((start, index) => ({ key: last + 1 + index, ...toLine(start) }))];
}

/** What a line has of a combination of its product; of none, the size is chosen later. */
export const chooseCombination = (combination: Combination | undefined): Pick<RequestLine, 'attributes' | 'choice' | 'sku'> => ({
  sku: combination?.sku ?? null,
  choice: combination?.attributeDescription ?? '',
  attributes: combination ? combination.attributes.map(({ id, valueId }) => ({ id, value: String(valueId) })) : null,
});

/** The line of a product, in one size where that was chosen. */
export const startFromProduct = (garment: OrderableGarment, combinationId: number, quantity: number): LineStart => ({
  productId: garment.id,
  name: garment.name,
  imageSrc: garment.images[0]?.src ?? null,
  quantity,
  ...chooseCombination(garment.attributes.length === 0 ? undefined : garment.combinations.find(({ id }) => id === combinationId)),
});

/** What was found by a code or a name. */
export const startFromFound = (
  {
    productId,
    name,
    sku,
    imageSrc,
    attributeDescription,
  }: Pick<
    ReplyOf<'POST /api/product/stockmultiple'>['stock'][number],
    'attributeDescription' | 'imageSrc' | 'name' | 'productId' | 'sku'
  >,
  quantity = 1,
): LineStart => ({ productId, name: name ?? '', sku, imageSrc, choice: attributeDescription ?? '', quantity });

/** The lines of the cart, with their designs; those that have a quoted price already are left out. */
export const startFromCart = (cart: Cart): LineStart[] =>
  cart.items
    .filter(({ quoteItemId }) => quoteItemId === null)
    .slice(0, MAX_QUOTE_ITEMS)
    .map((line) => ({
      productId: line.productId,
      name: line.productName,
      sku: line.sku,
      imageSrc: line.images[0]?.src ?? null,
      choice: line.attributeDescription,
      attributes: line.attributes,
      designs: line.customisations,
      quantity: line.quantity,
    }));

/** The same request as an earlier one. Alternatives were the supplier's. */
export const startFromQuote = (quote: Quote): RequestValues => ({
  ...EMPTY_REQUEST,
  title: quote.title,
  description: quote.description ?? '',
  lines: addLines(
    [],
    quote.items
      .filter(({ alternativeToId }) => alternativeToId === null)
      .map((item) => ({
        productId: item.productId,
        name: item.name,
        sku: item.sku,
        imageSrc: item.imageSrc,
        choice: item.attributeDescription ?? '',
        designs: item.customisations,
        quantity: item.quantity,
        comments: item.comments ?? '',
      })),
  ),
});

/** What is wrong with a request that has not been sent, by field. */
export function checkRequest({ title, description, lines }: RequestValues): FieldErrors {
  const errors: FieldErrors = {};
  if (title.trim() === '') errors.title = 'Please enter a title.';
  if (lines.length === 0 && description.trim() === '') errors.description = 'Please describe what you need, or add a product.';
  if (lines.some(({ productId, name }) => productId === null && name.trim() === ''))
    errors.lines = 'Please say what you need in each line, or remove the line.';
  return errors;
}

/** The request as it is sent. */
export const toRequestBody = ({ title, description, neededBy, lines, files }: RequestValues): BodyOf<'POST /api/quote'> => ({
  title: title.trim(),
  description: description.trim() || null,
  requiredByUtc: neededBy === '' ? null : `${neededBy}T00:00:00.000Z`,
  items: lines.map((line) => ({
    ...toWhat(line),
    // What a garment has by itself is not asked for.
    customisations: line.designs.filter(({ isMandatory }) => !isMandatory).map(toDesignInput),
    quantity: line.quantity,
    comments: line.comments.trim() || null,
  })),
  fileIds: files.map(({ id }) => id),
});

/** What a line asks for: words, a product without or with its choice, or a SKU. */
function toWhat({ productId, name, sku, choice, attributes }: RequestLine) {
  if (productId === null) return { name: name.trim() };
  if (attributes) return { productId, attributes };
  return choice !== '' && sku !== null ? { sku } : { productId };
}

/** Why the server refused lines, by their key; `sent` are those that it was sent. */
export function listRequestErrors(error: unknown, sent: readonly RequestLine[]): Map<number, string> {
  const found = new Map<number, string>();
  if (!(error instanceof ApiError)) return found;
  for (const [path, texts] of Object.entries(error.errors)) {
    const line = sent[Number(/\bitems\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    if (line) found.set(line.key, texts.join(' '));
  }
  return found;
}
