import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { formatMoney } from '../../pricing/format-money.rules.ts';
import { toMinorUnits } from '../../pricing/minor-units.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';
import { countOf } from './counted.rules.ts';

/** What a design of an organisation is made of. Money in minor units of its currency, without tax. */
export interface NewDesign {
  name: string;
  isMandatory: boolean;
  place: string;
  methodId: number;
  logoId: number | null;
  text: string | null;
  nameForm: NameForm | null;
  fontName: string | null;
  threadColourId: number | null;
  letterMm: number | null;
  productId: number | null;
  collectionId: number | null;
  /** Per piece; null: what the method costs. */
  priceMinor: number | null;
  /** Once per order. */
  setupMinor: number;
}

/** A design of an organisation, as operators keep it. */
export interface ClientDesignRow extends NewDesign {
  id: number;
  position: string;
  method: string;
  logo: string | null;
  threadColour: string | null;
  threadRgb: string | null;
  scope: string;
  /** What a piece costs with it; null where the method has no price in the currency. */
  pieceMinor: number | null;
  products: number;
  isArchived: boolean;
  version: number;
}

interface MethodOfClient {
  id: number;
  name: string;
  priceMinor: number | null;
  setupMinor: number | null;
  smallestLetterMm: number;
  longestText: number;
  lines: number;
  takesLogo: boolean;
  takesText: boolean;
}

interface Named {
  id: number;
  name: string;
}

/** The designs of an organisation, and what they can be made of. */
export interface ClientDesigns {
  organisationId: number;
  brandId: number;
  organisationName: string;
  currencyCode: string;
  designs: ClientDesignRow[];
  places: { place: string; name: string }[];
  methods: MethodOfClient[];
  colours: { id: number; name: string; rgb: string }[];
  logos: Named[];
  products: Named[];
  collections: Named[];
}

/** What a design touches. */
export interface Touched {
  /** Products in the range that have the position and take the method there. */
  products: number;
  /** Names of products that can be personalised, but not so. */
  without: string[];
  carts: number;
  pieces: number;
}

type Body = BodyOf<'POST /api/operator/organisations/:id/designs'>;
type Reply = ReplyOf<'GET /api/operator/organisations/:id/designs'>['clientDesigns'];

const toMajorOrNull = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

/** The designs of an organisation for the wire. */
export const toClientDesigns = ({
  organisationId: _organisationId,
  brandId: _brandId,
  designs,
  methods,
  ...lists
}: ClientDesigns): Reply => ({
  ...lists,
  designs: designs.map(({ priceMinor, pieceMinor, setupMinor, ...design }) => ({
    ...design,
    price: toMajorOrNull(priceMinor),
    piecePrice: toMajorOrNull(pieceMinor),
    setupPrice: toMajorUnits(setupMinor),
  })),
  methods: methods.map(({ priceMinor, setupMinor, ...method }) => ({
    ...method,
    price: toMajorOrNull(priceMinor),
    setupPrice: toMajorOrNull(setupMinor),
  })),
});

/** A design from what was sent; `text` is normalised. Throws 422 for fractions of a penny. */
export const toNewDesign = (body: Body, text: string | null): NewDesign => {
  const nameForm = body.nameForm ?? null;
  const hasLetters = text !== null || nameForm !== null;
  return {
    name: body.name.trim(),
    isMandatory: nameForm === null || body.isMandatory === true,
    place: body.place,
    methodId: body.methodId,
    logoId: body.logoId ?? null,
    text,
    nameForm,
    fontName: hasLetters ? (body.fontName ?? null) : null,
    threadColourId: hasLetters ? (body.threadColourId ?? null) : null,
    letterMm: hasLetters ? (body.letterMm ?? null) : null,
    productId: body.productId ?? null,
    collectionId: body.collectionId ?? null,
    priceMinor: body.price == null ? null : toMinorUnits(body.price, 'price'),
    setupMinor: toMinorUnits(body.setupPrice, 'setupPrice'),
  };
};

/** The kind of record that a design names and that is not offered to the organisation; undefined when there is none. */
export function findMissingPart(design: NewDesign, found: ClientDesigns): string | undefined {
  const lacks = (id: number | null, list: readonly { id: number }[]) => id !== null && !list.some((each) => each.id === id);
  if (lacks(design.methodId, found.methods)) return 'decorationMethod';
  if (lacks(design.logoId, found.logos)) return 'logo';
  if (lacks(design.threadColourId, found.colours)) return 'threadColour';
  if (lacks(design.productId, found.products)) return 'product';
  if (lacks(design.collectionId, found.collections)) return 'collection';
  return found.places.some(({ place }) => place === design.place) ? undefined : 'decorationPosition';
}

type Problems = Partial<Record<keyof Body, string[]>>;

function findContentProblems({ logoId, text, nameForm }: NewDesign, method: MethodOfClient): Problems {
  if (logoId === null && text === null && nameForm === null)
    return { logoId: ['Choose a logo, enter a text, or choose how names are written.'] };
  if (nameForm !== null && (logoId !== null || text !== null))
    return { nameForm: ['A design for names has neither a logo nor a fixed text. Add another design for these.'] };
  return {
    ...(logoId !== null && !method.takesLogo && { logoId: [`${method.name} takes no logo. Choose another method.`] }),
    ...(text !== null && !method.takesText && { text: [`${method.name} takes no text. Choose another method.`] }),
    ...(nameForm !== null && !method.takesText && { nameForm: [`${method.name} takes no text. Choose another method.`] }),
  };
}

/** What is wrong with a design, by field. Of the text itself, only what `checkFixedText` does not check. */
export function findDesignProblems(design: NewDesign, { methods, currencyCode }: ClientDesigns): Problems {
  const { text, nameForm, fontName, threadColourId, letterMm, productId, collectionId, priceMinor } = design;
  const method = methods.find(({ id }) => id === design.methodId);
  if (!method) return {};
  const content = findContentProblems(design, method);
  if (Object.keys(content).length > 0) return content;
  const hasLetters = text !== null || nameForm !== null;
  return {
    ...(hasLetters && fontName === null && { fontName: ['Choose a font.'] }),
    ...(hasLetters && threadColourId === null && { threadColourId: ['Choose a colour.'] }),
    ...(hasLetters &&
      (letterMm === null || letterMm < method.smallestLetterMm) && {
        letterMm: [`Enter a letter height of at least ${method.smallestLetterMm} mm for ${method.name.toLowerCase()}.`],
      }),
    ...(productId !== null && collectionId !== null && { collectionId: ['Choose a product or a wardrobe, not both.'] }),
    ...(priceMinor === null &&
      method.priceMinor === null && {
        price: [`${method.name} has no price in ${currencyCode}. Enter one here or at the method.`],
      }),
  };
}

const MAX_NAMES = 5;

const nameSome = (names: readonly string[]): string =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${countOf(names.length - MAX_NAMES, 'more', 'more')}`;

const STAY = 'Orders that were placed stay as they are.';

/** What a new design touches, in sentences. */
export function describeNewDesign(
  { isMandatory, nameForm, priceMinor, setupMinor, methodId }: NewDesign,
  touched: Touched,
  { methods, currencyCode }: Pick<ClientDesigns, 'methods' | 'currencyCode'>,
): string[] {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const piece = priceMinor ?? methods.find(({ id }) => id === methodId)?.priceMinor ?? 0;
  const setup = setupMinor === 0 ? 'There is no set-up charge.' : `Set-up is ${money(setupMinor)}, once in an order.`;
  const { products, without, carts, pieces } = touched;
  if (products === 0)
    return ['No product in the range has this position with this method, so nothing changes yet.', ...describeWithout(without)];
  if (!isMandatory)
    return [
      `People can choose it for ${countOf(products, 'product')}.`,
      ...describeWithout(without),
      `A piece with it costs ${money(piece)} more, excluding tax. ${setup}`,
    ];
  return [
    nameForm === null
      ? `${countOf(products, 'product')} ${products === 1 ? 'has' : 'have'} it by ${products === 1 ? 'itself' : 'themselves'} from now on, and no one can remove it.`
      : `${countOf(products, 'product')} cannot be ordered without a name from now on. It is the name of the wearer; where there is no wearer, people have to enter it.`,
    ...describeWithout(without),
    `A piece costs ${money(piece)} more, excluding tax. ${setup}`,
    carts === 0
      ? 'No open cart changes.'
      : `${countOf(carts, 'open cart')} with ${countOf(pieces, 'piece')} ${carts === 1 ? 'costs' : 'cost'} ${money(piece * pieces)} more in all, and ${carts === 1 ? 'its owner sees' : 'their owners see'} why. Designs that people chose at this position can no longer be ordered.`,
    'These pieces can be returned only if faulty.',
    STAY,
  ];
}

const describeWithout = (without: readonly string[]): string[] =>
  without.length === 0
    ? []
    : [
        `${countOf(without.length, 'product')} ${without.length === 1 ? 'does' : 'do'} not get it, because ${without.length === 1 ? 'it has' : 'they have'} no such position or not this method there: ${nameSome(without)}.`,
      ];

/** What a new price of a design touches, in sentences; none where the prices stay. */
export function describePriceChange(
  before: ClientDesignRow,
  after: Pick<ClientDesignRow, 'pieceMinor' | 'setupMinor'>,
  { carts, pieces }: Touched,
  currencyCode: string,
): string[] {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const [from, to] = [before.pieceMinor ?? 0, after.pieceMinor ?? 0];
  const difference = (to - from) * pieces;
  const sentences = [
    ...(from === to ? [] : [`A piece costs ${money(to)} with it instead of ${money(from)}, excluding tax.`]),
    ...(before.setupMinor === after.setupMinor
      ? []
      : [`Set-up is ${money(after.setupMinor)} instead of ${money(before.setupMinor)}, once in an order.`]),
  ];
  if (sentences.length === 0) return [];
  const inCarts =
    carts === 0
      ? 'No open cart changes.'
      : difference === 0
        ? `It is in ${countOf(carts, 'open cart')}.`
        : `${countOf(carts, 'open cart')} with ${countOf(pieces, 'piece')} ${carts === 1 ? 'costs' : 'cost'} ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} in all.`;
  return [...sentences, inCarts, STAY];
}

/** What archiving a design touches, in sentences. */
export function describeArchiving(design: ClientDesignRow, { products, carts, pieces }: Touched, currencyCode: string): string[] {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  const less = money((design.pieceMinor ?? 0) * pieces);
  if (!design.isMandatory)
    return [
      `It is no longer offered for ${countOf(products, 'product')}.`,
      carts === 0
        ? 'No open cart has it.'
        : `${countOf(carts, 'open cart')} with ${countOf(pieces, 'piece')} can no longer be ordered with it. People are told so in the cart.`,
      STAY,
    ];
  return [
    `${countOf(products, 'product')} no longer ${products === 1 ? 'has' : 'have'} it.`,
    carts === 0
      ? 'No open cart changes.'
      : `${countOf(carts, 'open cart')} with ${countOf(pieces, 'piece')} ${carts === 1 ? 'costs' : 'cost'} ${less} less in all.`,
    STAY,
  ];
}
