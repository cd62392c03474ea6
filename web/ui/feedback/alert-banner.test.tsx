import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { showError, showSuccess } from './alerts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows the banner, which is part of every page, with a message. */
function showBanner(show: () => void = () => showError('The order was not placed.')) {
  renderPage(<button type="button">Elsewhere</button>);
  act(show);
  return screen.getByRole('button', { name: 'Close message' });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const isShown = () => screen.queryByText('The order was not placed.') !== null;

describe('a message', () => {
  it('disappears after ten seconds', () => {
    showBanner();
    pass(9_999);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });

  it.each([
    ['pointer', (close: HTMLElement) => fireEvent.mouseEnter(close), (close: HTMLElement) => fireEvent.mouseLeave(close)],
    ['focus', (close: HTMLElement) => close.focus(), () => screen.getByRole('button', { name: 'Elsewhere' }).focus()],
  ])('stays while the %s is on it, and then for another ten seconds', (_, hold, release) => {
    const close = showBanner();
    act(() => void hold(close));
    pass(60_000);
    expect(isShown()).toBe(true);
    act(() => void release(close));
    pass(9_999);
    expect(isShown()).toBe(true);
    pass(1);
    expect(isShown()).toBe(false);
  });

  it('that replaces one under the pointer disappears after ten seconds too', () => {
    fireEvent.mouseEnter(showBanner(() => showSuccess('Saved.')));
    fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
    act(() => showError('The order was not placed.'));
    pass(10_000);
    expect(isShown()).toBe(false);
  });

  it.each([
    ['its button', (close: HTMLElement) => fireEvent.click(close)],
    ['Escape', (close: HTMLElement) => fireEvent.keyDown(close, { key: 'Escape' })],
  ])('is closed by %s', (_, closeBy) => {
    closeBy(showBanner());
    expect(isShown()).toBe(false);
  });

  it('of an action is closed before the action shows its own', () => {
    const action = { label: 'Undo', run: () => showSuccess('It is back.') };
    showBanner(() => showSuccess('It was removed.', { action }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('status').textContent).toBe('It is back.');
  });
});

it('announces errors at once and successes politely, in regions that are always there', () => {
  showBanner();
  expect(screen.getByRole('alert').textContent).toBe('The order was not placed.');
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => showSuccess('It was placed.'));
  expect([screen.getByRole('alert').textContent, screen.getByRole('status').textContent]).toEqual(['', 'It was placed.']);
});
