import Type from 'typebox';
import { bool, dateTime, described, displayOrder, entity, id, int, lengthUnit, maybe, nullable, oneOf, text } from '../values.ts';

/** What a garment can cover of the body. */
export const COVERAGES = [
  'longSleeved',
  'shortSleeved',
  'sleeveless',
  'trousers',
  'shorts',
  'skirt',
  'dress',
  'coverall',
  'nothing',
] as const;

/** How a measurement can be known. */
export const MEASUREMENT_SOURCES = ['said', 'label', 'tape', 'predicted'] as const;

/** Heading of the sizing service in the API documentation. */
export const tags = ['Sizing'] as const;
/** Message for a client that has lost its body or suggestion. */
export const RESTART = 'An error occurred, please start again';
const number = Type.Number();

/** Id of a body. A client that sends anything else has lost it and must start again. */
export const bodyId = id('body', RESTART);
/** Id of a garment: its product in the portal. */
export const garmentId = id('product', RESTART);
/** Ids may also be sent as text. */
export const idAsText = Type.String({ maxLength: 100, message: RESTART });

const referenceSize = {
  brandId: described(
    id('sizingBrand', 'Please choose a brand from the list.'),
    'Brand from `GET /sizing/garment/brands/{gender}/{type}`.',
  ),
  brandCategoryId: described(
    id('sizingCategory', 'Please choose a kind of garment from the list.'),
    'Category from `GET /sizing/garment/brandcategories/{brand}/{gender}`.',
  ),
  brandCategorySizeId: described(
    id('sizingSize', 'Please choose a size from the list.'),
    'Size from `GET /sizing/garment/brandcategorysizes/{brand}/{category}`.',
  ),
};

/** Gender in the sizing service; the portal has codes of its own. */
export const bodyGender = described(int, '0 male, 1 female, 2 unisex.');
/** Unit of a weight. */
export const weightUnits = described(int, '0 kilograms, 2 pounds.');

const amount = (what: string, maximum: number) =>
  maybe(Type.Number({ minimum: 0, maximum, message: `Please check your ${what}.` }));
/** An optional code of one or two digits. */
export const code = (message: string) => maybe(Type.Integer({ minimum: 0, maximum: 99, message }));

/** What a person tells about their body. Everything is optional; a change names only what changes. */
export const bodyInput = entity('BodyInput', {
  gender: described(code('Please choose male, female or unisex.'), '0 male, 1 female, 2 unisex.'),
  weightUnits: described(code('Please give the weight in kilograms, or in stones and pounds.'), '0 kilograms, 2 pounds.'),
  weight: described(amount('weight', 2000), 'Kilograms, or pounds beside `weightStones`.'),
  weightStones: described(amount('weight', 100), 'Stones (14 pounds), added to `weight`.'),
  heightUnits: described(code('Please give the height in centimetres, or in feet and inches.'), '0 centimetres, 2 inches.'),
  height: described(amount('height', 1000), 'Centimetres, or inches beside `heightFeet`.'),
  heightFeet: described(amount('height', 20), 'Feet (12 inches), added to `height`.'),
  ukjeans: described(amount('trouser size', 100), 'UK trouser size that the person wears.'),
  ukshirt: described(amount('shirt size', 100), 'UK shirt size (collar) that the person wears.'),
  ukbra: described(amount('bra size', 100), 'UK band size.'),
  ukbracup: described(
    maybe(Type.String({ maxLength: 10, message: 'Please check the cup of your bra size.' })),
    'UK cup size, for example `C`.',
  ),
  referenceSizes: described(
    maybe(Type.Array(Type.Object(referenceSize), { maxItems: 10, message: 'Please give at most ten sizes that you wear.' })),
    'Sizes worn in other brands, at most ten.',
  ),
  measured: described(
    maybe(Type.Boolean({ message: 'Please say whether a fitter took the measurements: true or false.' })),
    'Whether the values were taken by a measurer, with tape and scales. Default: false, the person gave them.',
  ),
  tapes: described(
    maybe(
      Type.Array(
        Type.Object({
          name: described(
            Type.String({ maxLength: 40, message: 'Please name what was measured.' }),
            'What was measured, for example `chest`.',
          ),
          value: described(
            Type.Number({ minimum: 1, maximum: 300, message: 'Please check the tape measurement.' }),
            'Girth or length in the unit given.',
          ),
          unit: described(
            Type.Integer({ minimum: 0, maximum: 2, message: 'Please give tape measurements in centimetres or inches.' }),
            '0 centimetres, 2 inches.',
          ),
        }),
        { maxItems: 20, message: 'Please send at most 20 tape measurements.' },
      ),
    ),
    'Tape measurements that the person took.',
  ),
  confirmed: described(
    maybe(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40, message: 'Please confirm at most 40 fields.' })),
    'Names of fields whose surprising values the person has confirmed, as in `questions`.',
  ),
});

/** A body as the person described it. */
export const body = entity('Body', {
  id: text,
  gender: bodyGender,
  weightUnits,
  weight: described(nullable(number), 'Kilograms, or pounds beside `weightStones`; null when not given.'),
  weightStones: described(nullable(int), 'Stones (14 pounds), added to `weight`.'),
  heightUnits: lengthUnit,
  height: described(nullable(number), 'Centimetres, or inches beside `heightFeet`; null when not given.'),
  heightFeet: described(nullable(int), 'Feet (12 inches), added to `height`.'),
  ukjeans: described(nullable(number), 'UK trouser size that the person wears.'),
  ukshirt: described(nullable(number), 'UK shirt size (collar) that the person wears.'),
  ukbra: described(nullable(int), 'UK band size.'),
  ukbracup: described(nullable(text), 'UK cup size, for example `C`.'),
  referenceSizes: described(
    Type.Array(
      entity({
        brandId: described(int, 'Brand of the size.'),
        brandCategoryId: described(int, 'Category from `GET /sizing/garment/brandcategories/{brand}/{gender}`.'),
        brandCategorySizeId: described(int, 'Size from `GET /sizing/garment/brandcategorysizes/{brand}/{category}`.'),
      }),
    ),
    'Sizes worn in other brands, at most ten.',
  ),
  measured: described(bool, 'Whether the values were taken by a measurer, with tape and scales.'),
  tapes: described(
    Type.Array(
      entity({
        name: described(text, 'What was measured, for example `chest`.'),
        value: described(number, 'Girth or length in the unit given.'),
        unit: described(int, '0 centimetres, 2 inches.'),
      }),
    ),
    'Tape measurements that the person took.',
  ),
  confirmed: described(Type.Array(text), 'Names of fields whose surprising values the person has confirmed.'),
  derivedFields: described(
    Type.Array(text),
    'Sizes that were calculated and not given. They are shown, and never used to calculate more.',
  ),
  questions: described(
    Type.Array(
      entity({
        field: described(text, 'Name of the field, for example `ukshirt`; `tapes.chest` for a tape measurement.'),
        message: described(text, 'Question to show to the person.'),
      }),
    ),
    'Values that contradict each other. They are not used until the person confirms them.',
  ),
  isDefault: described(bool, 'Whether this is the person’s default body.'),
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

/** Estimated measurements of a body. */
export const profile = entity('BodyProfile', {
  id: text,
  bodyId: text,
  gender: bodyGender,
  isComplete: described(bool, 'Whether gender (male or female), height and weight are known.'),
  usedBodyBlocks: described(Type.Array(text), 'Parts of the body that are known.'),
  measurements: described(
    Type.Array(
      entity({
        name: described(text, 'What is measured, for example `chest`.'),
        value: described(number, 'Most likely value; of height and weight the value that the person gave.'),
        unit: lengthUnit,
        low: described(number, 'Lower end of the range that holds four out of five people with the same answers.'),
        high: described(number, 'Upper end of that range.'),
        source: oneOf(
          MEASUREMENT_SOURCES,
          'How it is known: said by the person, from the label of clothes worn, measured with a tape, or predicted.',
        ),
      }),
    ),
    'Estimated measurements of the body.',
  ),
  avatarUrl: described(nullable(text), 'Address of a picture of the body; null when there is none.'),
});

/** A size of a garment or of a chart. */
export const garmentSize = entity('GarmentSize', { id: int, name: text, displayOrder });

const covers = oneOf(COVERAGES, 'What it covers of the body.');
const centimetres = (what: string) =>
  described(nullable(number), `${what} in centimetres; null where a body cannot be compared.`);

/** Every measure of a size guide, for each size of the garment. */
const guideMeasures = entity('GuideMeasures', {
  id: described(int, 'Id for `GET /api/products/sizeguide/{id}`.'),
  name: text,
  measures: described(
    Type.Array(
      entity({
        name: described(text, 'Heading without its unit, for example `Chest`.'),
        unit: nullable(oneOf(['cm', 'mm', 'in'], 'Unit; null where the guide names none.')),
        point: described(nullable(text), 'Body measurement to compare with, for example `chest`; null where there is none.'),
        isOfGarment: described(bool, 'Whether the figures are those of the garment, and not of the bodies it is made for.'),
      }),
    ),
    'Columns of the guide that measure something; a column with several leg lengths is one for each.',
  ),
  sizes: described(
    Type.Array(
      entity({
        sizeId: described(nullable(int), 'Size of the garment; null for a row of the guide that is none of its sizes.'),
        name: text,
        values: described(
          Type.Array(
            entity({
              text: described(text, 'As the guide has it; empty where it says nothing.'),
              low: centimetres('Lower end'),
              high: centimetres('Upper end'),
            }),
          ),
          'One for each measure, in their order.',
        ),
      }),
    ),
    'Sizes of the garment; the rows of the guide where it has none of them.',
  ),
});

/** A garment, with its size chart where a single one is requested. */
export const garment = entity('SizingGarment', {
  id: int,
  name: text,
  externalProductId: described(nullable(text), 'Product in the portal, as text.'),
  gender: bodyGender,
  garmentTypeId: described(int, 'Kind of garment.'),
  brandId: described(nullable(int), 'Always null: garments of the range have no brand chart.'),
  sizes: described(Type.Array(garmentSize), 'Sizes of the garment, smallest first.'),
  hasSizeAdvice: described(bool, 'Whether a size can be suggested.'),
  hasSizeGuide: described(bool, 'Whether the garment has a size guide.'),
  covers,
  chart: described(
    nullable(
      entity({
        kind: described(text, 'Kind of garment, which decides the ease.'),
        covers,
        primary: described(nullable(text), 'Measurement that decides the size; null when none does.'),
        sizes: described(
          Type.Array(
            entity({
              id: int,
              name: text,
              points: described(
                Type.Array(
                  entity({
                    point: described(text, 'Body measurement, for example `chest`.'),
                    low: described(number, 'Lower end in centimetres.'),
                    high: described(number, 'Upper end in centimetres.'),
                  }),
                ),
                'Range of each body measurement that the size fits.',
              ),
              legs: described(
                Type.Array(
                  entity({ id: int, name: text, insideLeg: described(number, 'Crotch to the top of the heel, in centimetres.') }),
                ),
                'Leg lengths of trousers that have them, shortest first.',
              ),
            }),
          ),
          'What each size is made for.',
        ),
      }),
    ),
    'Bodies that each size is made for, in centimetres; null in lists. With it, advice can be given in the browser.',
  ),
  guide: described(nullable(guideMeasures), 'All that its size guide says; null in lists and without a size guide.'),
});

const verdict = described(Type.Union([Type.Literal('Tight'), Type.Literal('Good'), Type.Literal('Loose')]), 'How the size fits.');

/** How each size of a garment fits a body. */
export const fit = entity('SizeFit', {
  bodyId: text,
  garmentId: text,
  sizes: described(
    Type.Array(
      entity({
        sizeId: int,
        name: text,
        score: described(number, 'How well the size fits, from 0 to 1.'),
        isRecommended: described(bool, 'True for the size to order.'),
        areas: described(
          Type.Array(
            entity({
              name: described(text, 'Part of the body, for example `chest`.'),
              difference: described(number, 'Garment minus body (the ease), to one decimal place.'),
              unit: lengthUnit,
              verdict,
            }),
          ),
          'Fit by part of the body.',
        ),
      }),
    ),
    'Every size of the garment.',
  ),
});

const bodyPart = described(text, 'Body measurement, for example `waist`.');

/** Parts of a body that need different sizes of a garment. */
const sizeConflict = entity('SizeConflict', {
  fits: described(
    nullable(entity('PartSize', { point: bodyPart, sizeId: int, size: described(text, 'Name of that size, for example `14`.') })),
    'The part that needs the smaller size; null where the size is too tight and no other part needs another.',
  ),
  needs: described(
    entity('PartNeed', {
      point: bodyPart,
      sizeId: described(nullable(int), 'Size that this part needs; null where it needs more than the largest.'),
      size: described(nullable(text), 'Name of that size, for example `20`.'),
    }),
    'The part that needs the larger size.',
  ),
});

/** The size to order, with alternatives. */
export const suggestion = entity('Suggestion', {
  id: text,
  yourBodyID: described(text, 'Body that the suggestion is for.'),
  yourGarmentID: described(text, 'Garment that the suggestion is for.'),
  sizeId: described(nullable(int), 'Size to order; null when there is none.'),
  size: described(nullable(text), 'Name of that size; null when there is none.'),
  confidence: described(nullable(number), 'Probability that the size fits best, from 0 to 1.'),
  alternatives: described(
    Type.Array(
      entity({
        sizeId: described(int, 'Another size.'),
        size: described(text, 'Name of that size.'),
        verdict,
        probability: described(number, 'Probability that this size fits best, from 0 to 1.'),
      }),
    ),
    'Other sizes, most likely first.',
  ),
  leg: described(
    nullable(
      entity({ id: int, name: text, probability: described(number, 'Probability that this leg length fits best, from 0 to 1.') }),
    ),
    'Leg length that goes with the size; null for garments without leg lengths.',
  ),
  askFor: described(nullable(text), 'Tape measurement that would help most; null when the confidence is high enough.'),
  hasConflict: described(
    bool,
    'Whether no size fits all parts of the body: the size is then the least wrong one, and should not be chosen without asking.',
  ),
  conflict: described(nullable(sizeConflict), 'Which parts need which sizes; null without a conflict, and during impersonation.'),
  lengths: described(
    Type.Array(
      entity('LengthNote', {
        part: oneOf(['sleeves', 'legs'], 'Part of the garment.'),
        is: oneOf(['short', 'long'], 'How it will be.'),
        cm: described(int, 'By how many centimetres.'),
      }),
    ),
    'What will be noticeably short or long in every size; empty during impersonation.',
  ),
  createdOnUtc: dateTime,
});

/** Consent to storing a body. */
export const bodyConsent = entity('BodyConsent', {
  version: described(int, 'Version of the text that was agreed to.'),
  givenOnUtc: dateTime,
});
