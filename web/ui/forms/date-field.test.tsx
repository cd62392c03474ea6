import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { DateField } from './date-field.tsx';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from './incomplete-day.ts';
import { StackedForm } from './stacked-form.tsx';

/** Says of the field what a browser says of a date whose year is missing: it has no value, and what was typed is no date. */
function typePartly(field: HTMLElement) {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: true } });
  fireEvent.keyUp(field, { key: '3' });
}
function clear(field: HTMLElement) {
  Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: false } });
  fireEvent.keyUp(field, { key: 'Backspace' });
}

function Form({ onSave }: { onSave: (day: string) => void }) {
  const form = useEntityForm<{ day: string }, void>({
    draftKey: 'date-field-test',
    saved: { day: '' },
    save: async ({ values }) => onSave(values.day),
    onSaved: () => {},
  });
  return (
    <StackedForm {...form.formProps}>
      <DateField label="Day" {...form.getInputProps('day')} />
      <button type="submit">Save</button>
    </StackedForm>
  );
}

it('a form refuses a date of which a part is missing, at its field, and takes the whole one', async () => {
  const onSave = vi.fn();
  const { user } = renderPage(<Form onSave={onSave} />);
  const field = screen.getByLabelText('Day');

  typePartly(field);
  expect(screen.queryByText(INCOMPLETE_DAY_ERROR), 'not while it is being typed').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(INCOMPLETE_DAY_ERROR)).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();

  clear(field);
  fireEvent.change(field, { target: { value: '2026-12-24' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith('2026-12-24');
});

function Field({ initial }: { initial: string }) {
  const [day, setDay] = useState(initial);
  return (
    <>
      <DateField label="Day" value={day} onChange={setDay} />
      <output data-testid="shown">{day || 'none'}</output>
    </>
  );
}

it('says what is missing once it is left, and no longer once it is empty', () => {
  renderPage(<Field initial="" />);
  const field = screen.getByLabelText('Day');
  typePartly(field);
  expect(screen.getByTestId('shown').textContent).toBe(INCOMPLETE_DAY);

  fireEvent.blur(field);
  expect(screen.getByText(INCOMPLETE_DAY_ERROR)).toBeDefined();

  clear(field);
  expect(screen.getByTestId('shown').textContent).toBe('none');
  expect(screen.queryByText(INCOMPLETE_DAY_ERROR)).toBeNull();
});

it('a part that a restored form no longer has is said, until the field has been visited', () => {
  renderPage(<Field initial={INCOMPLETE_DAY} />);
  expect(screen.getByText(INCOMPLETE_DAY_ERROR)).toBeDefined();
  fireEvent.focus(screen.getByLabelText('Day'));
  fireEvent.blur(screen.getByLabelText('Day'));
  expect(screen.queryByText(INCOMPLETE_DAY_ERROR)).toBeNull();
  expect(screen.getByTestId('shown').textContent).toBe('none');
});
