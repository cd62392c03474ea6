// Read by pages too, so without the schemas.

/** How a question at checkout is answered, with the ids of the specification. */
export const QUESTION_KINDS = [
  { id: 1, name: 'list', label: 'List' },
  { id: 2, name: 'radio', label: 'Radio buttons' },
  { id: 3, name: 'checkboxes', label: 'Checkboxes' },
  { id: 4, name: 'text', label: 'Text' },
  { id: 10, name: 'longText', label: 'Long text' },
  { id: 20, name: 'date', label: 'Day' },
] as const;

/** The id of a kind of question. */
export type QuestionKindId = (typeof QUESTION_KINDS)[number]['id'];

/** How long an answer may be, in characters: one line of text, and several. */
export const MAX_ANSWER_LENGTH = { text: 200, longText: 2000 } as const;

/** The most questions of an organisation that are asked. */
export const MAX_QUESTIONS = 20;
/** The most answers of one question to choose from. */
export const MAX_QUESTION_VALUES = 100;
