import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { deleteSavedInput, isSavedInputOf, resetTrackedInput, trackInput } from './form-restore.ts';
import { restoreFormInput } from './restore-input.ts';
import { saveFormInput } from './save-input.ts';

beforeAll(trackInput);
beforeEach(() => {
  resetTrackedInput();
  deleteSavedInput();
});

const PERSON = 7;
const TITLE = 'Decline the request';

/** A page with a field, and a dialog with fields that no draft keeps. `opens`: whether its button says that it opens a dialog. */
function RequestPage({ opens = true }: { opens?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <>
      <label>
        Note <input name="note" />
      </label>
      <button type="button" aria-haspopup={opens ? 'dialog' : undefined} onClick={() => setOpen(true)}>
        Decline…
      </button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={TITLE} closeLabel="Close">
        <label>
          Reason <textarea name="reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        </label>
        <label>
          <input type="radio" name="how" value="mail" defaultChecked /> By mail
        </label>
        <label>
          <input type="radio" name="how" value="talk" /> Personally
        </label>
        <label>
          Password <input type="password" name="password" />
        </label>
      </Dialog>
    </>
  );
}

/** Types on the page and in its dialog; then the session ends, and the page is left. */
async function typeAndLeave(page = <RequestPage />) {
  const { user, unmount } = renderPage(page);
  await user.type(screen.getByLabelText('Note'), 'call back');
  await user.click(screen.getByRole('button', { name: 'Decline…' }));
  await user.type(await screen.findByLabelText('Reason'), 'Too many jackets');
  await user.click(screen.getByLabelText('Personally'));
  await user.type(screen.getByLabelText('Password'), 'secret');
  saveFormInput(PERSON, location.pathname);
  unmount();
}

describe('what was typed when a session ended', () => {
  it('is there again in the page and in its dialog, which is opened again', async () => {
    await typeAndLeave();
    renderPage(<RequestPage />);
    restoreFormInput(PERSON, location.pathname);

    await screen.findByRole('dialog', { name: TITLE });
    const reason = await screen.findByLabelText<HTMLTextAreaElement>('Reason');
    await waitFor(() => expect(reason.value).toBe('Too many jackets'));
    expect(screen.getByLabelText<HTMLInputElement>('Personally').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('call back');
  });

  it('waits for its dialog where no button says that it opens it', async () => {
    await typeAndLeave(<RequestPage opens={false} />);
    const { user } = renderPage(<RequestPage opens={false} />);
    restoreFormInput(PERSON, location.pathname);

    await screen.findByText(`What you typed in “${TITLE}” has been kept: open it again.`);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Decline…' }));
    const reason = await screen.findByLabelText<HTMLTextAreaElement>('Reason');
    await waitFor(() => expect(reason.value).toBe('Too many jackets'));
  });

  it('is shown to no one else, and on no other page', async () => {
    await typeAndLeave();
    expect([isSavedInputOf(PERSON), isSavedInputOf(PERSON + 1)]).toEqual([true, false]);
    renderPage(<RequestPage />);
    restoreFormInput(PERSON + 1, location.pathname);
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
    restoreFormInput(PERSON, location.pathname);
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('');
  });
});
