import Type from 'typebox';
import {
  amountInput,
  bool,
  currencyCode,
  described,
  displayOrder,
  entity,
  expectedVersion,
  id,
  int,
  maybe,
  money,
  named,
  nullable,
  oneOf,
  text,
  version,
} from '../../values.ts';
import { MAX_QUESTION_VALUES, QUESTION_KINDS } from './question-kinds.ts';

const MAX_AUDIENCE = 200;
const PROMPT = 'Text to show with the question, for example `Who has asked for this?`';

/** How it is answered, in a reply. */
export const questionKindId = oneOf(
  [1, 2, 3, 4, 10, 20],
  'How it is answered: 1 list, 2 radio buttons, 3 checkboxes, 4 one line of text, 10 several lines, 20 a day.',
);

/** A question that is asked at checkout. */
export const askedQuestion = entity('AskedQuestion', {
  id: int,
  name: described(text, 'The question, for example `Gift wrap`.'),
  textPrompt: described(nullable(text), `${PROMPT}; null for none.`),
  isRequired: described(bool, 'Whether it must be answered.'),
  attributeControlTypeId: questionKindId,
  defaultValue: described(
    nullable(text),
    'Answer until another one is given, in the form of `value` of an answer: for example `12`, the id of a value. Null for none.',
  ),
  values: described(
    Type.Array(
      entity('QuestionAnswer', {
        id: described(int, 'What an answer names. Of a question about cost centres, the id of the cost centre.'),
        name: text,
        priceAdjustment: described(
          nullable(money),
          'What it adds to the order, as `taxDisplayType` says; null for people who see no prices.',
        ),
        isPreSelected: described(bool, 'Whether it is chosen until another one is.'),
        displayOrder,
      }),
    ),
    'Answers to choose from; empty for texts and days.',
  ),
  selected: described(
    nullable(text),
    'The answer so far, in the form of `value` of an answer; null for none. An answer that applies by itself is shown here, and counts once it was.',
  ),
  isCostCentre: described(bool, 'Whether it asks for the cost centre of the order.'),
  notice: described(
    nullable(text),
    'What has become of an earlier answer, for example `Winter stock is no longer available. Please choose another answer.`; null when nothing has.',
  ),
});

/** An answer that an order was placed with. */
export const orderAnswer = entity('OrderAnswer', {
  name: described(text, 'The question, for example `Gift wrap`.'),
  text: described(text, 'The answer in words, for example `Yes`.'),
});

/** An answer of the person who orders. */
export const checkoutAnswer = entity('CheckoutAnswer', {
  id: described(Type.Integer({ minimum: 1, maximum: 2147483647, message: 'This id is not valid.' }), 'Id of the question.'),
  value: described(
    Type.String({ maxLength: 2500, message: 'An answer must not be longer than 2000 characters.' }),
    'Id of the value, several separated by commas, a text, or a day such as `2026-12-03`. Empty: no answer.',
  ),
});

/** A question as those who keep it see it. */
export const checkoutQuestion = entity('CheckoutQuestion', {
  id: int,
  name: described(text, 'The question, for example `Gift wrap`.'),
  textPrompt: described(nullable(text), `${PROMPT}; null for none.`),
  kind: questionKindId,
  isRequired: described(bool, 'Whether it must be answered.'),
  hasCostCentres: described(
    bool,
    'Whether the cost centres of the organisation are its answers. The order is charged to the one that is chosen.',
  ),
  defaultValue: described(
    nullable(text),
    'Text that is filled in until another one is; null for none, and where values are chosen.',
  ),
  groups: described(Type.Array(named), 'Only people of these groups are asked; empty: everyone.'),
  collections: described(
    Type.Array(named),
    'It is asked only for orders with a garment of one of these wardrobes or of a child of one; empty: for every order. With `products` too, one garment of either is enough.',
  ),
  products: described(Type.Array(named), 'It is asked only for orders with one of these products; empty: for every order.'),
  values: described(
    Type.Array(
      entity('CheckoutQuestionValue', {
        id: int,
        name: text,
        priceAdjustment: described(money, 'What it adds to an order, excluding tax; taxed at the rate of the organisation.'),
        isPreSelected: described(bool, 'Whether it is chosen until another one is.'),
        displayOrder,
        active: described(bool, 'False once it was withdrawn. Orders keep it.'),
      }),
    ),
    'Answers to choose from, in their order; also those that have been withdrawn.',
  ),
  displayOrder,
  active: described(bool, 'Whether it is asked. Orders keep the answers of a question that was withdrawn.'),
  version,
});

/** The questions of an organisation, and what they can be asked for. */
export const checkoutQuestions = entity('CheckoutQuestions', {
  organisationId: int,
  organisationName: text,
  currencyCode,
  adminsKeepQuestions: described(bool, 'Whether administrators of the whole organisation keep the questions too.'),
  groups: described(Type.Array(named), 'Groups of the organisation.'),
  collections: described(Type.Array(named), 'Wardrobes of the organisation.'),
  questions: described(Type.Array(checkoutQuestion), 'In the order in which they are asked; those that were withdrawn last.'),
});

const name = (message: string) =>
  described(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', message }), 'The question, for example `Gift wrap`.');
const audience = (kind: 'group' | 'collection' | 'product', description: string) =>
  described(
    Type.Optional(Type.Array(id(kind), { maxItems: MAX_AUDIENCE, message: `Please choose at most ${MAX_AUDIENCE}.` })),
    description,
  );

const optionalFields = {
  textPrompt: described(
    maybe(Type.String({ maxLength: 500, message: 'The help text must not be longer than 500 characters.' })),
    PROMPT,
  ),
  isRequired: described(Type.Optional(bool), 'Whether it must be answered.'),
  hasCostCentres: described(
    Type.Optional(bool),
    'Whether the cost centres of the organisation are its answers; only of a list, and of one question of an organisation.',
  ),
  defaultValue: described(
    maybe(Type.String({ maxLength: 400, message: 'The text must not be longer than 400 characters.' })),
    'Text that is filled in until another one is; not where values are chosen.',
  ),
  groupIds: audience('group', 'Ids of groups of whose people it is asked, for example `[3]`; empty: of everyone.'),
  collectionIds: audience('collection', 'Ids of wardrobes for whose garments it is asked; empty: for every order.'),
  productIds: audience('product', 'Ids of products for which it is asked; empty: for every order.'),
  values: described(
    Type.Optional(
      Type.Array(
        entity('CheckoutQuestionValueInput', {
          id: described(maybe(id('checkoutQuestionValue')), 'Id of the value that is changed; absent or null for a new one.'),
          name: described(
            Type.String({
              minLength: 1,
              maxLength: 200,
              pattern: '\\S',
              message: 'Please enter an answer of at most 200 characters.',
            }),
            'The answer, for example `Yes, please`.',
          ),
          priceAdjustment: described(
            maybe(amountInput({ minimum: 0, maximum: 100_000, message: 'Please enter an amount from 0 to 100,000.' })),
            'What it adds to an order, excluding tax.',
          ),
          isPreSelected: described(Type.Optional(bool), 'Whether it is chosen until another one is.'),
        }),
        { maxItems: MAX_QUESTION_VALUES, message: `A question can have at most ${MAX_QUESTION_VALUES} answers.` },
      ),
    ),
    'All answers to choose from, in their order. Those that are left out are withdrawn; orders keep them.',
  ),
};

/** A new question in a request. */
export const newQuestion = {
  name: name('Please enter a question of at most 200 characters.'),
  kind: described(
    Type.Integer({ enum: QUESTION_KINDS.map((kind) => kind.id), message: 'Kind must be 1, 2, 3, 4, 10 or 20.' }),
    'How it is answered: 1 list, 2 radio buttons, 3 checkboxes, 4 one line of text, 10 several lines, 20 a day. It cannot be changed.',
  ),
  ...optionalFields,
};

/** Changes of a question in a request: what is absent stays as it is. */
export const changedQuestion = {
  name: Type.Optional(name('Please enter a question of at most 200 characters.')),
  ...optionalFields,
  active: described(Type.Optional(bool), 'Whether it is asked; true asks a question again that was withdrawn.'),
  version: expectedVersion,
};
