import { findDesignOptions } from '#api/catalogue/customisation/design-options.queries.ts';
import type { DesignOptions, OrganisationDesign, ProductOption } from '#api/catalogue/customisation/design-options.rules.ts';
import { type Fonts, loadFonts } from '#api/catalogue/customisation/design-texts.rules.ts';
import { listOwnNames } from '#api/catalogue/customisation/organisation-designs.rules.ts';
import { resolveDesigns } from '#api/catalogue/customisation/resolve-design.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatName } from '#lettering/format-name.ts';
import type { ResolvedRow } from './resolved-row.ts';
import { FORMULA, isFormula, problem } from './row-text.rules.ts';

/** A garment gets no name where this is typed. */
const NO_NAME = /^[-–—]$/u;
const REQUIRED = 'This garment is ordered with a name. Enter it, or leave the cell empty for the name of the wearer.';
const NO_NAME_KNOWN = 'This garment is ordered with a name. Enter it.';
const NO_DESIGN = 'This garment takes no name. Empty the cell.';

/**
 * Puts names on the garments of rows: in the designs for names that they get by themselves, the text that was typed, or the name of the wearer as each
 * design has it. A text that cannot be made is a problem of its row. In one statement, and in none where no garment can be decorated.
 */
export async function putNamesOnRows(
  db: Db,
  { clock }: { clock: Clock },
  scope: Scope,
  rows: readonly ResolvedRow[],
): Promise<ResolvedRow[]> {
  const productIds = new Set(rows.flatMap(({ product }) => (product?.isDecorated ? [product.id] : [])));
  const [options, fonts] = await Promise.all([
    productIds.size === 0 ? NOTHING : findDesignOptions(db, scope, { productIds: [...productIds] }),
    loadFonts(),
  ]);
  const products = new Map(options.products.map((product) => [product.id, product]));
  const now = new Date(clock.now()).toISOString();
  return rows.map((row) => {
    if (!row.product) return row;
    const product = products.get(row.product.id);
    const designs = product ? listOwnNames(options, product, listWardrobes(row)) : [];
    if (product && designs.length > 0) return putNames(row, designs, { options, fonts, product, now });
    const { nameOnGarment } = row.cells;
    if (nameOnGarment === '' || NO_NAME.test(nameOnGarment)) return row;
    return { ...row, messages: [...row.messages, problem('nameOnGarment', NO_DESIGN)] };
  });
}

const NOTHING: DesignOptions = { methods: [], threads: [], logos: [], designs: [], approvedKeys: [], products: [], saved: [] };

/** The wardrobes in which a row can count. */
const listWardrobes = ({ wearer, product }: ResolvedRow): number[] =>
  wearer && product ? wearer.collectionIds.filter((id) => product.collectionIds.includes(id)) : [];

function putNames(
  row: ResolvedRow,
  names: readonly { design: OrganisationDesign; isRequired: boolean }[],
  { options, fonts, product, now }: { options: DesignOptions; fonts: Fonts; product: ProductOption; now: string },
): ResolvedRow {
  const {
    wearer,
    cells: { nameOnGarment },
  } = row;
  const fail = (text: string): ResolvedRow => ({ ...row, messages: [...row.messages, problem('nameOnGarment', text)] });
  const isRequired = names.some((name) => name.isRequired);
  if (NO_NAME.test(nameOnGarment)) return isRequired ? fail(REQUIRED) : row;
  if (isFormula(nameOnGarment)) return fail(FORMULA);
  const inputs = names.flatMap(({ design: { id, nameForm } }) => {
    const text = nameOnGarment || (wearer && nameForm ? formatName(nameForm, wearer) : '');
    return text === '' ? [] : [{ productId: product.id, nameDesignId: id, text }];
  });
  if (isRequired && inputs.length === 0) return fail(NO_NAME_KNOWN);
  // Which of the wardrobes the row counts in is known only in the cart.
  const { designs: named, errors } = resolveDesigns(options, fonts, { product, collectionId: null, now }, inputs);
  const [first] = Object.values(errors?.invalid ?? {}).flat();
  if (first === undefined) return { ...row, designs: named };
  return fail(nameOnGarment === '' ? `“${inputs[0]?.text}”: ${first}` : first);
}
