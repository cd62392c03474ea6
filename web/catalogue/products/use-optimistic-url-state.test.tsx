import { screen } from '@testing-library/react';
import { useNavigate, useSearchParams } from 'react-router';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useOptimisticUrlState } from './use-optimistic-url-state.ts';

function Facets() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [colour, setColour] = useOptimisticUrlState(search.get('colour') ?? 'every colour');
  const choose = (value: string) => {
    setColour(value);
    setSearch({ colour: value });
  };
  return (
    <>
      <button type="button" onClick={() => choose('navy')}>
        Navy
      </button>
      <button type="button" onClick={() => choose('white')}>
        White
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <output data-testid="shown">{colour}</output>
    </>
  );
}

it('going back shows what was chosen there, one step after the other', async () => {
  const { user } = renderPage(<Facets />);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const shown = () => screen.getByTestId('shown').textContent;

  await press('Navy');
  await press('White');
  expect(shown()).toBe('white');
  await press('Back');
  expect(shown()).toBe('navy');
  await press('Back');
  expect(shown()).toBe('every colour');
});
