import { render, screen } from '@testing-library/react';
import { useMemo, useRef } from 'react';
import { expect, it } from 'vitest';
import { ROW_HEADING, useFocusInRows } from './use-focus-in-rows.ts';

interface Props {
  ids: readonly number[];
  /** Whether a dialog is open that was opened from a row. */
  isAsking?: boolean;
}

function Rows({ ids, isAsking }: Props) {
  const rows = useMemo(() => ids.map((id) => ({ id })), [ids]);
  const frame = useRef<HTMLDivElement>(null);
  useFocusInRows(frame, rows);
  return (
    <main>
      <h1 tabIndex={-1}>Title</h1>
      <div ref={frame}>
        {ids.map((id) => (
          <div key={id} data-row={id}>
            <h2 {...ROW_HEADING}>Row {id}</h2>
            <button type="button">Decide {id}</button>
          </div>
        ))}
      </div>
      {isAsking && <input aria-label="Reason" />}
    </main>
  );
}

const focused = () => document.activeElement?.textContent;

it('puts the focus on the heading of the row that takes the place of one that has gone', () => {
  const { rerender } = render(<Rows ids={[1, 2, 3]} />);
  screen.getByRole('button', { name: 'Decide 2' }).focus();
  rerender(<Rows ids={[1, 3]} />);
  expect(focused()).toBe('Row 3');
  rerender(<Rows ids={[1]} />);
  expect(focused()).toBe('Row 1');
  rerender(<Rows ids={[]} />);
  expect(focused()).toBe('Title');
});

it('waits for a dialog that closes after the row has gone', () => {
  const { rerender } = render(<Rows ids={[1, 2, 3]} />);
  screen.getByRole('button', { name: 'Decide 2' }).focus();
  rerender(<Rows ids={[1, 2, 3]} isAsking />);
  const field = screen.getByRole('textbox', { name: 'Reason' });
  field.focus();
  const left = [1, 3];
  rerender(<Rows ids={left} isAsking />);
  expect(document.activeElement).toBe(field);
  rerender(<Rows ids={left} />);
  expect(focused()).toBe('Row 3');
});

it('leaves the focus alone while the row is there, and where it is elsewhere', () => {
  const { rerender } = render(<Rows ids={[1, 2]} isAsking />);
  screen.getByRole('button', { name: 'Decide 2' }).focus();
  rerender(<Rows ids={[2]} isAsking />);
  expect(focused()).toBe('Decide 2');
  screen.getByRole('textbox', { name: 'Reason' }).focus();
  rerender(<Rows ids={[]} isAsking />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }));
});
