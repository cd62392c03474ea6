import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { PeopleBulkEditActions } from './people-bulk-edit-actions.tsx';
import type { PeopleEditPayload } from './people-bulk-edit-request.ts';

const api = useStubbedApi();

const PREVIEW = {
  ...{ people: 212, previewed: 212, affected: 212, moreChanges: 0, excesses: [], moreExcesses: 0, corrections: [], refusals: [] },
  changes: [
    {
      ...{ organisationCollectionId: 1, collectionName: 'Front Desk', seasonName: '2026/27', people: 212 },
      rows: [
        { kind: 'group', unit: 'pieces', label: 'Shirts', before: { amount: 0 }, after: { amount: 5 }, reserved: 0, used: 0 },
      ],
    },
  ],
} as const;

function show() {
  const saved: PeopleEditPayload[] = [];
  const selection = { all: true, ids: new Set<number>(), count: 212 } as never;
  const { user } = renderPage(
    <PeopleBulkEditActions
      selection={selection}
      conditions={{ query: 'desk' }}
      isBlocked={false}
      onChange={async (change) => saved.push(change) > 0}
    />,
    { path: '/index/customers', route: '/index/customers' },
  );
  return { user, saved };
}

it('undoing opt-outs says first what people get, and does it only then', async () => {
  api.on('POST /api/customers/bulkedits/entitlementpreview', { preview: PREVIEW });
  const { user, saved } = show();
  await user.click(screen.getByRole('button', { name: 'Opt-out' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Undo opt-out' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo opt-out of 212 people?' }));
  await dialog.findByRole('table', { name: /Front Desk · 2026\/27\s*212 people/ });
  expect(saved).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Undo opt-out of 212 people' }));
  expect(saved).toEqual([{ action: 'undoOptOut' }]);
  expect(api.requests('POST /api/customers/bulkedits/entitlementpreview')[0]).toMatchObject({
    body: { action: 'undoOptOut', allMatching: true },
  });
});

it('reopening accounts says first for how many, and whom it leaves closed', async () => {
  const refusals = [{ reason: 'You no longer manage this person.', count: 2 }];
  api.on('POST /api/customers/bulkedits/entitlementpreview', { preview: { ...PREVIEW, affected: 0, changes: [], refusals } });
  const { user, saved } = show();
  await user.click(screen.getByRole('button', { name: 'Reopen accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen accounts of 212 people?' }));
  await dialog.findByText('2 people will not be changed. You no longer manage this person.');
  expect(saved).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Reopen accounts of 212 people' }));
  expect(saved).toEqual([{ action: 'open' }]);
});
