import type { NameForm } from '#contract/catalogue/customisation/customisation.ts';
import { DESIGN_FONTS } from '#contract/catalogue/customisation/design-fonts.ts';
import type { BodyOf } from '#contract/index.ts';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { MONEY_HELP, toMoneyText } from '../payments/parse-money.ts';
import type { ClientDesign, ClientDesigns } from './designs.ts';

/** What is typed of a design. */
export interface DesignValues {
  name: string;
  place: string;
  methodId: string;
  logoId: string;
  text: string;
  nameForm: NameForm;
  /** Of a name: garments are not ordered without it. */
  isRequired: boolean;
  fontName: string;
  threadColourId: string;
  letterMm: string;
  /** `everything`, `product` or `collection`. */
  scope: string;
  productId: string;
  collectionId: string;
  price: string;
  setupPrice: string;
}

/** The names of the fields as conflicts show them. */
export const DESIGN_LABELS: Readonly<Partial<Record<keyof DesignValues, string>>> = {
  name: 'Name',
  price: 'Own price per piece',
  setupPrice: 'Set-up',
};

/** With what the form begins. */
export const toDesignValues = (
  design: ClientDesign | undefined,
  { places, methods, colours }: ClientDesigns,
  isForNames: boolean,
): DesignValues => ({
  name: design?.name ?? '',
  place: design?.place ?? places.find(({ place }) => place === 'left-chest')?.place ?? '',
  methodId: String(
    design?.methodId ?? methods.find(({ takesLogo, takesText }) => (isForNames ? takesText : takesLogo))?.id ?? '',
  ),
  logoId: String(design?.logoId ?? ''),
  text: design?.text ?? '',
  nameForm: design?.nameForm ?? 'first-initial',
  isRequired: design?.isMandatory ?? false,
  fontName: design?.fontName ?? DESIGN_FONTS[0],
  threadColourId: String(design?.threadColourId ?? colours[0]?.id ?? ''),
  letterMm: String(design?.letterMm ?? 8),
  scope: design?.productId != null ? 'product' : design?.collectionId != null ? 'collection' : 'everything',
  productId: String(design?.productId ?? ''),
  collectionId: String(design?.collectionId ?? ''),
  price: design?.price == null ? '' : toMoneyText(design.price),
  setupPrice: toMoneyText(design?.setupPrice ?? 0),
});

const isPrice = (text: string) => {
  const amount = text.trim() === '' ? Number.NaN : parseNumber(text);
  return amount >= 0 && amount <= 1_000_000 && isWholeMinorUnits(amount);
};

/** What is wrong with what was typed, by field. */
export function findDesignProblems(values: DesignValues, isForNames: boolean): Partial<Record<keyof DesignValues, string>> {
  const hasText = values.text.trim() !== '';
  const letter = parseNumber(values.letterMm);
  return {
    ...(values.name.trim() === '' && { name: 'Enter a name, such as Company logo' }),
    ...(values.place === '' && { place: 'Choose a position' }),
    ...(values.methodId === '' && { methodId: 'Choose a method' }),
    ...(!isForNames && values.logoId === '' && !hasText && { logoId: 'Choose a logo or enter a text' }),
    ...((isForNames || hasText) && !(letter >= 1 && letter <= 100) && { letterMm: 'Enter a height from 1 to 100 mm' }),
    ...(values.scope === 'product' && values.productId === '' && { productId: 'Choose a product' }),
    ...(values.scope === 'collection' && values.collectionId === '' && { collectionId: 'Choose a wardrobe' }),
    ...(values.price.trim() !== '' && !isPrice(values.price) && { price: MONEY_HELP }),
    ...(!isPrice(values.setupPrice) && { setupPrice: MONEY_HELP }),
  };
}

const toId = (text: string) => (text === '' ? null : Number(text));

/** The prices and the name of a design as a change of it sends them. */
export const toDesignChange = (values: DesignValues) => ({
  name: values.name.trim(),
  price: values.price.trim() === '' ? null : parseNumber(values.price),
  setupPrice: parseNumber(values.setupPrice),
});

/** A new design as the call takes it. */
export function toDesignBody(values: DesignValues, isForNames: boolean): BodyOf<'POST /api/operator/organisations/:id/designs'> {
  const text = isForNames || values.text.trim() === '' ? null : values.text;
  const lettering = {
    fontName: DESIGN_FONTS.find((font) => font === values.fontName) ?? DESIGN_FONTS[0],
    threadColourId: toId(values.threadColourId),
    letterMm: parseNumber(values.letterMm),
  };
  return {
    ...toDesignChange(values),
    place: values.place,
    methodId: Number(values.methodId),
    ...(isForNames ? { nameForm: values.nameForm, isMandatory: values.isRequired } : { logoId: toId(values.logoId), text }),
    ...((isForNames || text !== null) && lettering),
    productId: values.scope === 'product' ? toId(values.productId) : null,
    collectionId: values.scope === 'collection' ? toId(values.collectionId) : null,
  };
}
