import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import { PortalTheme } from '#web/app/shell/portal-theme.tsx';
import { SearchInput } from './search-input.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps what is typed while earlier words are still on their way, and takes over what changed elsewhere', () => {
  const onSearch = vi.fn();
  const page = (value: string) => (
    <QueryClientProvider client={queryClient}>
      <PortalTheme>
        <SearchInput label="Search" placeholder="" value={value} onSearch={onSearch} />
      </PortalTheme>
    </QueryClientProvider>
  );
  const { rerender } = render(page(''));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    act(() => vi.advanceTimersByTime(400));
  };
  type('Pi');
  type('Pio');
  expect(onSearch.mock.calls).toEqual([['Pi'], ['Pio']]);
  rerender(page('Pi'));
  expect(field.value).toBe('Pio');
  rerender(page('Pio'));
  expect(field.value).toBe('Pio');
  rerender(page('Pi'));
  expect(field.value).toBe('Pi');
});
