import Type from 'typebox';
import { described, entity, maybe, nullable, oneOf, text } from '../../values.ts';
import { CARE_LABELS, type CareKind } from './care-labels.ts';
import { MAX_MARKS } from './product-limits.ts';

/** The codes of a treatment. */
type CareCode<K extends CareKind> = keyof (typeof CARE_LABELS)[K] & string;

const codesOf = <K extends CareKind>(kind: K) => Object.keys(CARE_LABELS[kind]) as CareCode<K>[];
const codeList = (kind: CareKind) =>
  Object.entries(CARE_LABELS[kind])
    .map(([code, label]) => `\`${code}\` ${label.toLowerCase().replace('°c', '°C')}`)
    .join(', ');

const careReply = <K extends CareKind>(kind: K, what: string) =>
  nullable(oneOf(codesOf(kind), `${what}: ${codeList(kind)}; null when not said.`));
const careInput = <K extends CareKind>(kind: K, what: string) =>
  described(
    maybe(
      Type.Unsafe<CareCode<K>>({ type: 'string', enum: codesOf(kind), message: `${what} must be ${codesOf(kind).join(', ')}.` }),
    ),
    `${what}: ${codeList(kind)}; null when not said.`,
  );

/** The care of a product as customers read it. */
export const productCare = entity('ProductCare', {
  wash: careReply('wash', 'Washing'),
  bleach: careReply('bleach', 'Bleaching'),
  dry: careReply('dry', 'Drying'),
  iron: careReply('iron', 'Ironing'),
  dryClean: careReply('dryClean', 'Dry cleaning'),
  note: described(
    nullable(text),
    'What else is to be said, for example `Wash with the reflective tape inside.`; null for nothing.',
  ),
});

/** The fields of care of a product as operators read it. */
export const keptCare = {
  careWash: careReply('wash', 'Washing'),
  careBleach: careReply('bleach', 'Bleaching'),
  careDry: careReply('dry', 'Drying'),
  careIron: careReply('iron', 'Ironing'),
  careDryClean: careReply('dryClean', 'Dry cleaning'),
  careNote: described(
    nullable(text),
    'What else is to be said of its care, for example `Wash with the reflective tape inside.`; null for nothing.',
  ),
};

/** The same, to change them. */
export const careChanges = {
  careWash: careInput('wash', 'Washing'),
  careBleach: careInput('bleach', 'Bleaching'),
  careDry: careInput('dry', 'Drying'),
  careIron: careInput('iron', 'Ironing'),
  careDryClean: careInput('dryClean', 'Dry cleaning'),
  careNote: described(
    maybe(Type.String({ maxLength: 500, message: 'The note about care must not be longer than 500 characters.' })),
    'What else is to be said of its care, for example `Wash with the reflective tape inside.`; null for nothing.',
  ),
};

const STANDARD = 'Standard, for example `EN ISO 20471`.';
const DETAIL = 'Its class or anything else to be said of it, for example `Class 2`; null for nothing.';

/** The certification marks of a product. */
export const productMarks = described(
  Type.Array(entity({ standard: described(text, STANDARD), detail: described(nullable(text), DETAIL) })),
  'Standards to which it is certified, in their order.',
);

/** The same, to change them. */
export const markChanges = described(
  Type.Optional(
    Type.Array(
      Type.Object({
        standard: Type.String({
          minLength: 1,
          maxLength: 60,
          pattern: '\\S',
          message: 'Please enter a standard of at most 60 characters.',
          description: STANDARD,
        }),
        detail: described(
          maybe(Type.String({ maxLength: 100, message: 'The class must not be longer than 100 characters.' })),
          DETAIL,
        ),
      }),
      { maxItems: MAX_MARKS, message: `A product can have ${MAX_MARKS} marks at most.` },
    ),
  ),
  'All its certification marks, in their order.',
);
