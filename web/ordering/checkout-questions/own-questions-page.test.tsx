import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OwnQuestionsPage } from './own-questions-page.tsx';
import type { KeptQuestion } from './question-keeper.ts';

const api = useStubbedApi();

const value = (id: number, name: string, priceAdjustment = 0, active = true) => ({ id, name, priceAdjustment, active });
const ABOUT = { groups: [], collections: [], products: [], defaultValue: null, textPrompt: null, isRequired: false };
const WRAP: PartsOf<KeptQuestion> = {
  ...ABOUT,
  ...{ id: 1, name: 'Gift wrap', kind: 2, active: true, version: 3 },
  values: [value(11, 'Paper', 4), value(12, 'Box', 9.5), value(13, 'Silk', 0, false)],
};
const CENTRE: PartsOf<KeptQuestion> = {
  ...ABOUT,
  ...{ id: 2, name: 'Cost centre', kind: 1, hasCostCentres: true, isRequired: true, active: true, version: 1, values: [] },
  groups: [{ id: 5, name: 'Depot' }],
};
const PAST: PartsOf<KeptQuestion> = { ...ABOUT, id: 3, name: 'Floor', kind: 4, active: false, version: 2, values: [] };

let questions: PartsOf<KeptQuestion>[];
const reply = (parts = {}) => ({
  checkoutQuestions: {
    ...{ organisationId: 7, organisationName: 'Corvane Rail', currencyCode: 'GBP', adminsKeepQuestions: true },
    ...{ groups: [{ id: 5, name: 'Depot' }], collections: [], questions },
    ...parts,
  },
});

beforeEach(() => {
  sessionStorage.clear();
  questions = [WRAP, CENTRE, PAST];
  api.on('GET /api/checkoutquestions', () => reply());
});
const show = () =>
  renderPage(<OwnQuestionsPage />, { caller: { roles: ['OrganisationAdmin'], adminableOrganisationGroupIds: [] } });

describe('the questions of an organisation', () => {
  it('can be seen and not changed where the supplier keeps them', async () => {
    api.on('GET /api/checkoutquestions', () => reply({ adminsKeepQuestions: false }));
    show();
    await screen.findByText('Your supplier keeps these questions. Ask them if you need a change.');
    screen.getByText('Radio buttons, 2 answers · Optional');
    screen.getByText('List of the cost centres · Required · For people of Depot');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are changed with their answers: what is removed is left out, and only what has changed is sent', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Edit Gift wrap' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByDisplayValue('Silk')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove Paper' }));
    await user.click(dialog.getByRole('button', { name: 'Add an answer' }));
    const added = dialog.getByRole('textbox', { name: 'Answer 2' });
    await user.type(added, 'Box');
    // What people will see.
    const preview = within(dialog.getByRole('region', { name: 'Preview' }));
    expect(preview.getAllByRole('radio', { name: /Box/ })).toHaveLength(2);
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    expect((await dialog.findAllByText('Each answer can be listed once.')).length).toBeGreaterThan(0);

    await user.clear(added);
    await user.type(added, 'Ribbon');
    await user.type(dialog.getByRole('textbox', { name: 'Price of Ribbon, GBP excl. tax' }), '2.25');
    api.on('PUT /api/checkoutquestions/:id', () => reply());
    await user.click(dialog.getByRole('button', { name: 'Save question' }));
    await screen.findByText('Question saved. It applies to orders placed from now on.');
    expect(api.requests('PUT /api/checkoutquestions/:id')[0]?.body).toEqual({
      version: 3,
      values: [
        { id: 12, name: 'Box', priceAdjustment: 9.5, isPreSelected: false },
        { id: null, name: 'Ribbon', priceAdjustment: 2.25, isPreSelected: false },
      ],
    });
  });

  it('are added with their kind', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Add a question' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind of answer' }), 'Day');
    expect(dialog.queryByRole('group', { name: 'Answers' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Add question' }));
    await dialog.findByText('Enter the question, such as “Cost centre”.');
    await user.type(dialog.getByRole('textbox', { name: 'Question' }), 'First day');
    api.on('POST /api/checkoutquestions', () => reply());
    await user.click(dialog.getByRole('button', { name: 'Add question' }));
    await screen.findByText('Question added.');
    const [request] = api.requests('POST /api/checkoutquestions');
    expect(request?.body).toMatchObject({ name: 'First day', kind: 20, isRequired: false, values: [], defaultValue: null });
    expect(request?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('are moved by key, and go back where the server refuses', async () => {
    const { user } = show();
    const handle = await screen.findByRole('button', { name: /^Move Gift wrap/ });
    api.on('PUT /api/checkoutquestions/order', refuse(409, { checkoutQuestion: 'Reload, please.' }));
    handle.focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(api.requests('PUT /api/checkoutquestions/order')[0]?.body).toEqual({ ids: [2, 1] }));
    const list = screen.getByRole('list', { name: 'Questions in order' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Gift wrap'));
  });

  it('are withdrawn after saying what that means, and asked again', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Withdraw Cost centre' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw “Cost centre”?' }));
    dialog.getByText(/Orders keep the answers they have/);
    api.on('DELETE /api/checkoutquestions/:id', () => {
      questions = [WRAP, { ...CENTRE, active: false }, PAST];
      return reply();
    });
    await user.click(dialog.getByRole('button', { name: 'Withdraw question' }));
    await screen.findByText('2 withdrawn questions');
    api.on('PUT /api/checkoutquestions/:id', () => reply());
    await user.click(screen.getByRole('button', { name: 'Ask Floor again' }));
    await waitFor(() => expect(api.requests('PUT /api/checkoutquestions/:id')[0]?.body).toEqual({ active: true, version: 2 }));
  });
});
