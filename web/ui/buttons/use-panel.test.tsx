import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { usePanel } from './use-panel.ts';

function Menu() {
  const { buttonProps, panelProps, close } = usePanel<HTMLDivElement>();
  return (
    <>
      <button type="button" {...buttonProps}>
        Account
      </button>
      <div {...panelProps}>
        <button type="button" onClick={close}>
          Profile
        </button>
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

const isOpen = () => screen.queryByRole('button', { name: 'Profile' }) !== null;

/** Renders the menu, opens it, and returns its button. */
function open() {
  renderPage(<Menu />);
  expect(isOpen()).toBe(false);
  const button = screen.getByRole('button', { name: 'Account', expanded: false });
  fireEvent.click(button);
  expect(isOpen()).toBe(true);
  return button;
}

it('opens and closes by its button', () => {
  const button = open();
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  expect(isOpen()).toBe(false);
});

it('closes by what is chosen in it', () => {
  open();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Profile' }));
  expect(isOpen()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Profile' }));
  expect(isOpen()).toBe(false);
});

it('closes by a click elsewhere', () => {
  open();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(isOpen()).toBe(false);
});

it('closes when someone moves on by keyboard, and not when the page moves the focus to its heading', () => {
  open();
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(isOpen()).toBe(true);
  act(() => screen.getByRole('button', { name: 'Profile' }).focus());
  fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' });
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  expect(isOpen()).toBe(false);
});

it('closes by Escape, and gives the focus to its button', () => {
  const button = open();
  act(() => screen.getByRole('button', { name: 'Profile' }).focus());
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button);
});
