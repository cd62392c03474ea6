import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { deleteSavedInput, isSavedInputOf } from '#web/app/session/form-restore.ts';
import { saveFormInput } from '#web/app/session/save-input.ts';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { operatorMeQuery } from './operator-api.ts';
import { endOperatorSession, startOperatorSession } from './operator-session.ts';
import { useOperatorSession } from './use-operator-session.ts';

const ID = 3;

function Probe() {
  return <p>{useOperatorSession() ? 'logged in' : 'logged out'}</p>;
}

it('saves what an operator has typed when the session expires, and deletes it when they log out', async () => {
  for (const [reason, isSaved] of [
    ['expired', true],
    ['ended', false],
  ] as const) {
    deleteSavedInput();
    // Of a session that expired before.
    if (!isSaved) saveFormInput(ID, location.pathname);
    startOperatorSession('token');
    queryClient.setQueryData(operatorMeQuery.queryKey, createReply('GET /api/operator/me', { operator: { id: ID } }));
    const { unmount } = renderPage(<Probe />, { isOperator: true });
    await screen.findByText('logged in');
    endOperatorSession(reason);
    await screen.findByText('logged out');
    expect([reason, isSavedInputOf(ID), queryClient.getQueryData(operatorMeQuery.queryKey)]).toEqual([
      reason,
      isSaved,
      undefined,
    ]);
    unmount();
  }
});
