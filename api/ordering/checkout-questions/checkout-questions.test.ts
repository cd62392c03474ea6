import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aQuestion, removeQuestions } from '#api/testing/questions.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const PATH = '/api/operator/checkoutquestions';

afterEach(async () => {
  await removeQuestions(portal.db);
  await sql`update organisation set admins_keep_questions = false where id = 1`.execute(portal.db);
});

const asOperator = () => portal.asOperator({ brandIds: [1] });
const add = (operator: Pick<TestOperatorClient, 'post'>, input: object) =>
  operator.post<'POST /api/operator/checkoutquestions'>(PATH, { organisationId: 1, ...input });
const WRAP = {
  name: 'Gift wrap',
  kind: 2,
  values: [
    { name: 'Yes', priceAdjustment: 2.5 },
    { name: 'No', isPreSelected: true },
  ],
};

describe('operators', () => {
  it('add, change, order and withdraw questions; values that are left out are withdrawn', async () => {
    const operator = await asOperator();
    const product = await aStockedProduct(portal.db);
    const added = await add(operator, { ...WRAP, groupIds: [1], productIds: [product.id] });
    const [question] = added.body.checkoutQuestions.questions.filter(({ name, active }) => name === 'Gift wrap' && active);
    if (!question) throw new Error('The question is missing.');
    expect(question).toMatchObject({
      ...{ kind: 2, groups: [{ id: 1 }], products: [{ id: product.id }], collections: [], isRequired: false },
      values: [
        { name: 'Yes', priceAdjustment: 2.5, isPreSelected: false, active: true },
        { name: 'No', priceAdjustment: 0, isPreSelected: true, active: true },
      ],
    });

    const path = `${PATH}/${question.id}`;
    const changed = await operator.put<'PUT /api/operator/checkoutquestions/:id'>(path, {
      ...{ isRequired: true, version: question.version },
      values: [{ name: 'In paper' }, { id: question.values[0]?.id, name: 'Yes, please', priceAdjustment: 3 }],
    });
    const after = changed.body.checkoutQuestions.questions.find(({ id }) => id === question.id);
    expect(after?.values.map(({ name, active, priceAdjustment }) => [name, active, priceAdjustment])).toEqual([
      ['In paper', true, 0],
      ['Yes, please', true, 3],
      ['No', false, 0],
    ]);
    const stale = await operator.put(path, { name: 'Paper', version: question.version });
    expect([stale.status, stale.errors?.checkoutQuestion?.[0]]).toEqual([409, expect.stringContaining('Question')]);

    const second = await add(operator, { name: 'Who asked?', kind: 4 });
    const secondId = second.body.checkoutQuestions.questions.find(({ name, active }) => name === 'Who asked?' && active)?.id;
    const ordered = await operator.put<'PUT /api/operator/checkoutquestions/order'>(`${PATH}/order`, {
      ...{ organisationId: 1, ids: [secondId, question.id] },
    });
    expect(ordered.body.checkoutQuestions.questions.slice(0, 2).map(({ id }) => id)).toEqual([secondId, question.id]);

    await operator.delete<'DELETE /api/operator/checkoutquestions/:id'>(path);
    const listed = await operator.get<'GET /api/operator/checkoutquestions'>(`${PATH}?organisationId=1`);
    expect(listed.body.checkoutQuestions.questions.find(({ id }) => id === question.id)).toMatchObject({ active: false });
  });

  it.each([
    ['a list without answers', { kind: 1 }, 'values'],
    ['two answers alike', { kind: 1, values: [{ name: 'Yes' }, { name: 'yes' }] }, 'values'],
    ['answers to a text', { kind: 4, values: [{ name: 'Yes' }] }, 'values'],
    [
      'two preselected answers of a list',
      {
        kind: 1,
        values: [
          { name: 'A', isPreSelected: true },
          { name: 'B', isPreSelected: true },
        ],
      },
      'values',
    ],
    ['a text that is no day', { kind: 20, defaultValue: 'tomorrow' }, 'defaultValue'],
    ['cost centres as checkboxes', { kind: 3, hasCostCentres: true }, 'hasCostCentres'],
    ['an unknown kind', { kind: 5 }, 'kind'],
  ])('cannot keep %s', async (_what, input, field) => {
    const refused = await add(await asOperator(), { name: 'Q', ...input });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [field]]);
  });

  it('can ask for the cost centre once', async () => {
    const operator = await asOperator();
    expect((await add(operator, { name: 'Cost centre', kind: 1, hasCostCentres: true })).status).toBe(200);
    expect((await add(operator, { name: 'Again', kind: 1, hasCostCentres: true })).status).toBe(409);
  });

  it('see only the questions of their brands, and nothing of others can be chosen', async () => {
    const { id } = await aQuestion(portal.db, { kind: 4 });
    const stranger = await portal.asOperator({ brandIds: [2] });
    expect((await stranger.put(`${PATH}/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.get(`${PATH}?organisationId=1`)).status).toBe(404);
    expect((await add(await asOperator(), { ...WRAP, groupIds: [11] })).status).toBe(404);
  });
});

describe('administrators', () => {
  it('keep the questions of their organisation where they are allowed to', async () => {
    const admin = await signInAs(portal, { role: 'Admin' });
    const refused = await admin.post('/api/checkoutquestions', { name: 'Q', kind: 4 });
    expect([refused.status, refused.errors]).toEqual([
      403,
      { authorization: ['Your supplier keeps the questions at checkout. Please ask them for a change.'] },
    ]);
    const operator = await asOperator();
    await operator.put<'PUT /api/operator/checkoutquestions/keepers'>(`${PATH}/keepers`, {
      ...{ organisationId: 1, adminsKeepQuestions: true },
    });
    const added = await admin.post<'POST /api/checkoutquestions'>('/api/checkoutquestions', { name: 'Q', kind: 4 });
    const id = added.body.checkoutQuestions.questions.find(({ name, active }) => name === 'Q' && active)?.id;
    const path = `/api/checkoutquestions/${id}`;
    expect((await admin.put<'PUT /api/checkoutquestions/:id'>(path, { textPrompt: 'Why?' })).status).toBe(200);
    expect((await admin.put<'PUT /api/checkoutquestions/order'>('/api/checkoutquestions/order', { ids: [id] })).status).toBe(200);
    expect((await admin.delete<'DELETE /api/checkoutquestions/:id'>(path)).status).toBe(200);
    const listed = await admin.get<'GET /api/checkoutquestions'>('/api/checkoutquestions');
    expect(listed.body.checkoutQuestions).toMatchObject({ adminsKeepQuestions: true });
    expect((await (await signInAs(portal, { role: 'Buyer' })).get('/api/checkoutquestions')).status).toBe(403);
  });
});
