import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { Slider } from './slider.tsx';

const api = useStubbedApi();
const slides = (...changes: object[]) =>
  changes.map((change, index) => ({
    ...{ id: index + 1, src: `/${index + 1}.svg`, text: `Text ${index + 1}`, link: null, altText: `Picture ${index + 1}` },
    ...change,
  }));
const serve = (...changes: object[]) => api.on('GET /api/organisations/slider', { sliderImages: slides(...changes) });

it('shows each picture with its alternative text, and follows safe links alone', async () => {
  serve(
    { link: '/index/orders' },
    { link: 'https://supplier.example/' },
    { link: 'javascript:alert(1)' },
    { link: '//evil.example' },
  );
  renderPage(<Slider />);
  await screen.findByRole('region', { name: 'Pictures' });
  const images = [...document.querySelectorAll('img')];

  expect(images.map(({ alt }) => alt)).toEqual(['Picture 1', 'Picture 2', 'Picture 3', 'Picture 4']);
  expect(images.map((image) => image.closest('a')?.getAttribute('href'))).toEqual([
    '/index/orders',
    'https://supplier.example/',
    undefined,
    undefined,
  ]);
});

it('lets no one reach what is not in sight, and moves with its buttons, without motion for those who want none', async () => {
  serve({}, {}, {});
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('reduce') }) as MediaQueryList);
  const { user } = renderPage(<Slider />);
  await screen.findByRole('region', { name: 'Pictures' });
  const inert = () => [...document.querySelectorAll('li')].map((item) => item.hasAttribute('inert'));
  expect(inert()).toEqual([false, true, true]);

  const list = document.querySelector('ul') as HTMLUListElement;
  Object.defineProperty(list, 'clientWidth', { value: 100 });
  const scrollTo = vi.fn(({ left }: { left: number }) => {
    list.scrollLeft = left;
    fireEvent.scroll(list);
  });
  list.scrollTo = scrollTo as never;
  await user.click(screen.getByRole('button', { name: 'Next picture' }));

  expect(scrollTo).toHaveBeenCalledWith({ left: 100, behavior: 'auto' });
  await waitFor(() => expect(inert()).toEqual([true, false, true]));
});

it('leaves out pictures that cannot be loaded, and itself where none is left', async () => {
  serve({}, {});
  renderPage(<Slider />);
  await screen.findByRole('region', { name: 'Pictures' });
  fireEvent.error(document.querySelector('img') as HTMLImageElement);
  expect([...document.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['Picture 2']);
  fireEvent.error(document.querySelector('img') as HTMLImageElement);

  expect(screen.queryByRole('region')).toBeNull();
});
