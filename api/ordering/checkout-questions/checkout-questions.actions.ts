import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_QUESTIONS, type QuestionKindId } from '#contract/ordering/checkout-questions/question-kinds.ts';
import type { OrganisationKeeper } from '../cost-centres/keepers.actions.ts';
import { explainQuestion } from './checkout-question.rules.ts';
import {
  findAudience,
  insertQuestion,
  lockQuestions,
  readQuestions,
  type StoredQuestion,
  type StoredQuestions,
  saveKeepers,
  saveOrderOfQuestions,
  saveValues,
  updateQuestion,
} from './checkout-questions.queries.ts';

type Reply = ReplyOf<'GET /api/checkoutquestions'>;
type NewInput = BodyOf<'POST /api/checkoutquestions'>;
type Input = Omit<BodyOf<'PUT /api/checkoutquestions/:id'>, 'version'>;

const toReply = ({ questions, ...organisation }: StoredQuestions): Reply => ({
  checkoutQuestions: {
    ...organisation,
    questions: questions.map(({ values, ...question }) => ({
      ...question,
      values: values.map(({ priceMinor, isPreselected, ...value }, index) => ({
        ...value,
        priceAdjustment: toMajorUnits(priceMinor),
        isPreSelected: isPreselected,
        displayOrder: index,
      })),
    })),
  },
});

/** The questions of an organisation. */
export const listQuestions = async (db: Db | Tx, { organisationId }: OrganisationKeeper): Promise<Reply> =>
  toReply(await readQuestions(db, organisationId));

/** Locks and reads them. Throws 403 for administrators where the supplier keeps the questions. */
async function lockAndRead(tx: Tx, { organisationId, isOperator }: OrganisationKeeper): Promise<StoredQuestions> {
  await lockQuestions(tx, organisationId);
  const found = await readQuestions(tx, organisationId);
  if (!isOperator && !found.adminsKeepQuestions)
    throw forbidden('Your supplier keeps the questions at checkout. Please ask them for a change.');
  return found;
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Question',
  textPrompt: 'Help text',
  isRequired: 'Required',
  hasCostCentres: 'Cost centres',
  defaultValue: 'Text filled in',
  groups: 'Groups',
  collections: 'Wardrobes',
  products: 'Products',
  values: 'Answers',
  active: 'In use',
};

type Fields = Omit<StoredQuestion, 'id' | 'version' | 'displayOrder'>;
type SavedValues = Parameters<typeof saveValues>[3];

/** The question with what the input names, and its values as they are to be saved. Throws 404 for what is not the organisation's, and 422. */
async function applyInput(tx: Tx, { organisationId }: OrganisationKeeper, question: Fields, input: Input) {
  const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id);
  const ids = {
    groupIds: [...new Set(input.groupIds ?? idsOf(question.groups))],
    collectionIds: [...new Set(input.collectionIds ?? idsOf(question.collections))],
    productIds: [...new Set(input.productIds ?? idsOf(question.products))],
  };
  const audience = await findAudience(tx, organisationId, ids);
  // What was chosen earlier may have left the organisation since.
  if (input.groupIds && audience.groups.length < ids.groupIds.length) throw notFound('organisationGroup');
  if (input.collectionIds && audience.collections.length < ids.collectionIds.length) throw notFound('collection');
  if (input.productIds && audience.products.length < ids.productIds.length) throw notFound('product');
  const values = input.values?.map(({ id, name, priceAdjustment, isPreSelected }, index) => ({
    id: id ?? null,
    name: name.trim(),
    priceMinor: toMinorUnits(priceAdjustment ?? 0, `values[${index}].priceAdjustment`),
    isPreselected: isPreSelected ?? false,
  }));
  if (values?.some(({ id }) => id !== null && !question.values.some((value) => value.id === id)))
    throw notFound('checkoutQuestionValue');
  const after: Fields = {
    ...question,
    ...audience,
    name: input.name?.trim() ?? question.name,
    textPrompt: input.textPrompt === undefined ? question.textPrompt : input.textPrompt?.trim() || null,
    isRequired: input.isRequired ?? question.isRequired,
    hasCostCentres: input.hasCostCentres ?? question.hasCostCentres,
    defaultValue: input.defaultValue === undefined ? question.defaultValue : input.defaultValue?.trim() || null,
    active: input.active ?? question.active,
  };
  const offered: SavedValues = values ?? question.values.filter(({ active }) => active);
  const problem = explainQuestion({ ...after, values: offered });
  if (problem) throw invalid(problem.field, problem.message);
  return { after, values, offered };
}

/** Throws 409 when too many questions would be asked, or two for the cost centre. */
function assertFits(question: Pick<StoredQuestion, 'active' | 'hasCostCentres'>, others: readonly StoredQuestion[]): void {
  if (!question.active) return;
  const asked = others.filter(({ active }) => active);
  if (asked.length >= MAX_QUESTIONS)
    throw conflict('checkoutQuestion', `At most ${MAX_QUESTIONS} questions can be asked. Please withdraw one first.`);
  if (question.hasCostCentres && asked.some(({ hasCostCentres }) => hasCostCentres))
    throw conflict('checkoutQuestion', 'Another question asks for the cost centre already. Change that one instead.');
}

/** What the audit log says of a question. */
const toRecorded = ({ groups, collections, products, values, ...question }: Fields, offered: SavedValues) => ({
  ...question,
  groups: groups.map(({ name }) => name),
  collections: collections.map(({ name }) => name),
  products: products.map(({ name }) => name),
  values: offered.map(({ name, priceMinor }) => (priceMinor === 0 ? name : `${name} (${toMajorUnits(priceMinor).toFixed(2)})`)),
});

/** Adds a question after the others. Throws 403, 404, 409 and 422. */
export async function addQuestion(tx: Tx, keeper: OrganisationKeeper, { kind, name, ...input }: NewInput): Promise<Reply> {
  const found = await lockAndRead(tx, keeper);
  const empty: Fields = {
    name: name.trim(),
    kind: kind as QuestionKindId,
    textPrompt: null,
    isRequired: false,
    hasCostCentres: false,
    defaultValue: null,
    groups: [],
    collections: [],
    products: [],
    values: [],
    active: true,
  };
  const { after, values, offered } = await applyInput(tx, keeper, empty, input);
  assertFits(after, found.questions);
  const id = await insertQuestion(tx, keeper.organisationId, after);
  if (values) await saveValues(tx, keeper.organisationId, id, values);
  await keeper.record(tx, { action: 'checkoutQuestion.added', subjectId: String(id), after: toRecorded(after, offered) });
  return listQuestions(tx, keeper);
}

/** Changes a question; what the input does not name stays. Throws 403, 404, 409 and 422. */
export async function changeQuestion(
  tx: Tx,
  keeper: OrganisationKeeper,
  id: number,
  { version, ...input }: BodyOf<'PUT /api/checkoutquestions/:id'>,
): Promise<Reply> {
  const found = await lockAndRead(tx, keeper);
  const before = found.questions.find((question) => question.id === id);
  if (!before) throw notFound('checkoutQuestion');
  const { after, values, offered } = await applyInput(tx, keeper, before, input);
  const recorded = {
    before: toRecorded(
      before,
      before.values.filter(({ active }) => active),
    ),
    after: toRecorded(after, offered),
  };
  const changed = Object.keys(recorded.after).filter((field) => {
    const key = field as keyof typeof recorded.after;
    return JSON.stringify(recorded.before[key]) !== JSON.stringify(recorded.after[key]);
  });
  const isPreselectionChanged = values?.some(
    (value) => value.isPreselected !== (before.values.find((each) => each.id === value.id)?.isPreselected ?? false),
  );
  // A change that was made already, by a request whose reply was lost, is no conflict.
  if (changed.length === 0 && !isPreselectionChanged) return toReply(found);
  if (version != null && version !== before.version)
    throw createStaleError('checkoutQuestion', changed, (field) => LABELS[field] ?? field, recorded.before);
  assertFits(
    after,
    found.questions.filter((question) => question.id !== id),
  );
  await updateQuestion(tx, keeper.organisationId, { ...before, ...after });
  if (values) await saveValues(tx, keeper.organisationId, id, values);
  await keeper.record(tx, { action: 'checkoutQuestion.changed', subjectId: String(id), ...recorded });
  return listQuestions(tx, keeper);
}

/** Withdraws a question. Throws 403 and 404. */
export async function withdrawQuestion(tx: Tx, keeper: OrganisationKeeper, id: number): Promise<Reply> {
  const found = await lockAndRead(tx, keeper);
  const question = found.questions.find((each) => each.id === id);
  if (!question) throw notFound('checkoutQuestion');
  if (!question.active) return toReply(found);
  await updateQuestion(tx, keeper.organisationId, { ...question, active: false });
  await keeper.record(tx, { action: 'checkoutQuestion.withdrawn', subjectId: String(id), before: { name: question.name } });
  return listQuestions(tx, keeper);
}

/** Changes the order of the questions. Throws 403, and 404 for a question of another organisation. */
export async function orderQuestions(tx: Tx, keeper: OrganisationKeeper, ids: readonly number[]): Promise<Reply> {
  const found = await lockAndRead(tx, keeper);
  if (ids.some((id) => !found.questions.some((question) => question.id === id))) throw notFound('checkoutQuestion');
  await saveOrderOfQuestions(tx, keeper.organisationId, ids);
  await keeper.record(tx, { action: 'checkoutQuestion.ordered', after: { ids: [...ids] } });
  return listQuestions(tx, keeper);
}

/** Allows administrators to keep the questions, or not. */
export async function chooseKeepers(tx: Tx, keeper: OrganisationKeeper, adminsKeepQuestions: boolean): Promise<Reply> {
  const found = await lockAndRead(tx, keeper);
  if (found.adminsKeepQuestions === adminsKeepQuestions) return toReply(found);
  await saveKeepers(tx, keeper.organisationId, adminsKeepQuestions);
  await keeper.record(tx, {
    action: 'organisation.options-changed',
    subjectId: String(keeper.organisationId),
    before: { adminsKeepQuestions: found.adminsKeepQuestions },
    after: { adminsKeepQuestions },
  });
  return listQuestions(tx, keeper);
}
