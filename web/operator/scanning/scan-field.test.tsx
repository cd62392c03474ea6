import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ScanField } from './scan-field.tsx';

function show() {
  const scans: string[] = [];
  render(
    <>
      <ScanField id="scan" onScan={(code) => scans.push(code)} />
      <button type="button">Next</button>
    </>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Scan a garment');
  field.focus();
  return { field, scans, user: userEvent.setup() };
}

it.each([
  ['Enter', '{Enter}'],
  ['Tab', '{Tab}'],
  ['both', '{Enter}{Tab}'],
  ['both, the other way round', '{Tab}{Enter}'],
])('takes each scan by itself when %s ends it, and keeps the focus', async (_, suffix) => {
  const { field, scans, user } = show();
  await user.keyboard(`5060001010038${suffix}5060001010038${suffix}`);
  expect(scans).toEqual(['5060001010038', '5060001010038']);
  expect([field.value, document.activeElement === field]).toEqual(['', true]);
});

it('is left with Tab when it is empty, and with Shift and Tab always', async () => {
  const { field, scans, user } = show();
  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(screen.getByRole('button'));
  await user.keyboard('{Shift>}{Tab}{/Shift}AB{Shift>}{Tab}{/Shift}');
  expect([document.activeElement === field, scans]).toEqual([false, []]);
});

it('keeps FNC1, which a scanner types as a key that puts nothing into a field', async () => {
  const { field, scans, user } = show();
  await user.keyboard(']C110LOT5');
  fireEvent.keyDown(field, { key: ']', ctrlKey: true });
  await user.keyboard('0105060001010038{Enter}');
  expect(scans).toEqual([']C110LOT5\u001d0105060001010038']);
});

it('is emptied with Esc', async () => {
  const { field, scans, user } = show();
  await user.keyboard('506{Escape}{Enter}');
  expect([field.value, scans]).toEqual(['', []]);
});
