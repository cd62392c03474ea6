import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { DialogWindow } from '../dialogs/dialog-window.tsx';
import { focusClickedButtons } from './keep-focus.ts';

beforeAll(focusClickedButtons);

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()}>
        Bold
      </button>
      <DialogWindow opened={opened} onClose={() => setOpened(false)} title="Size guide" closeLabel="Close size guide">
        Sizes
      </DialogWindow>
    </>
  );
}

/** As Safari does it: nothing is focused. */
function click(name: string) {
  const button = screen.getByRole('button', { name });
  if (fireEvent.mouseDown(button)) (document.activeElement as HTMLElement).blur();
  fireEvent.click(button, { detail: 1 });
  return button;
}

it('gives the focus back to the clicked button when the dialog closes', async () => {
  renderPage(<Page />);
  screen.getByLabelText('Name').focus();
  const open = click('Open');
  expect(document.activeElement).toBe(open);
  await screen.findByRole('dialog');
  click('Close size guide');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(open));
});

it('leaves it in a text whose toolbar is clicked', () => {
  renderPage(<Page />);
  const field = screen.getByLabelText('Name');
  field.focus();
  click('Bold');
  expect(document.activeElement).toBe(field);
});

it('leaves it where it is when a script clicks', () => {
  renderPage(<Page />);
  const field = screen.getByLabelText('Name');
  field.focus();
  screen.getByRole('button', { name: 'Bold' }).click();
  expect(document.activeElement).toBe(field);
});
