import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { readPicture } from './read-picture.ts';
import { NewSlidePage, SlidePage } from './slide-page.tsx';

// There is no layout, and no decoder of pictures.
vi.mock(import('./read-picture.ts'), () => ({ readPicture: vi.fn() }));
vi.mock(import('../brand-previews.tsx'), () => ({ BrandPreviews: () => <p>Previews</p> }));

const api = useStubbedApi();
const SRC = `/pictures/${'a'.repeat(40)}.webp`;
const slide = {
  id: 7,
  src: '/garments/blazer/1f2a44-front.svg',
  text: 'New suit',
  link: null,
  altText: 'Navy jacket',
  isPublished: true,
  fromDate: null,
  untilDate: null,
  organisationIds: [1],
  audience: 'Meridian Resorts',
  refusal: null,
  version: 3,
};
const file = new File(['picture'], 'suit.jpg', { type: 'image/jpeg' });

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/operator/content/audiences', {
    roles: [],
    brands: [{ id: 1, name: 'Sundial Uniforms', organisations: [{ id: 1, name: 'Meridian Resorts' }] }],
  });
  api.on('GET /api/operator/slides/:id', { slide });
  api.on('GET /api/operator/slides', {});
  api.on('GET /api/operator/me', {});
  api.on('POST /api/operator/content/audience/count', { organisations: 1, people: 1240 });
  api.on('POST /api/operator/slides/pictures', { src: SRC });
  vi.mocked(readPicture).mockResolvedValue({ file, url: 'data:image/png;base64,AA', width: 2000, height: 2000 });
});

const choosePicture = async () => {
  fireEvent.change(await screen.findByLabelText('Choose a picture', { selector: 'input' }), { target: { files: [file] } });
  return screen.findByRole('button', { name: /^Part of the picture/ });
};
const queryOf = () => api.requests('POST /api/operator/slides/pictures')[0]?.query as Record<string, number> | undefined;

it('is added with the part of the picture that was chosen with keys and zoom', async () => {
  api.on('POST /api/operator/slides', { slide });
  const { user } = renderPage(<NewSlidePage />, { path: '/operator/content/slides/new', isOperator: true });
  const frame = await choosePicture();
  fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } });
  frame.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
  await user.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'Navy jacket');
  await user.click(screen.getByRole('button', { name: /^Clients/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Meridian Resorts' }));
  await user.click(screen.getByRole('button', { name: 'Publish slide' }));

  await waitFor(() => expect(api.requests('POST /api/operator/slides')).toHaveLength(1));
  const query = Object.fromEntries(Object.entries(queryOf() ?? {}).map(([name, value]) => [name, Number(value)]));
  expect(query.width).toBeCloseTo(0.5);
  expect(query.height).toBeCloseTo(0.25);
  expect(query.left).toBeCloseTo(0.25 + 2 * 0.04 * 0.5);
  expect(query.top).toBeCloseTo(0.375 - 0.04 * 0.25);
  expect(api.requests('POST /api/operator/slides')[0]?.body).toMatchObject({
    src: SRC,
    altText: 'Navy jacket',
    text: null,
    organisationIds: [1],
    isPublished: true,
  });
});

it('needs a picture and an alternative text', async () => {
  const { user } = renderPage(<NewSlidePage />, { path: '/operator/content/slides/new', isOperator: true });
  await user.click(await screen.findByRole('button', { name: 'Publish slide' }));

  await screen.findByText('Add a picture.');
  screen.getByText('Say what the picture shows.');
  expect(api.requests('POST /api/operator/slides')).toEqual([]);
});

it('says why a file cannot be used', async () => {
  vi.mocked(readPicture).mockRejectedValue(new Error('This picture is too small.'));
  renderPage(<NewSlidePage />, { path: '/operator/content/slides/new', isOperator: true });
  fireEvent.change(await screen.findByLabelText('Choose a picture', { selector: 'input' }), { target: { files: [file] } });

  expect((await screen.findByText('This picture is too small.')).role).toBe('alert');
});

it('keeps its picture when only its text changes', async () => {
  api.on('PUT /api/operator/slides/:id', { slide });
  const { user } = renderPage(<SlidePage />, {
    path: '/operator/content/slides/7',
    route: '/operator/content/slides/:id',
    isOperator: true,
  });
  const text = await screen.findByRole('textbox', { name: 'Text (optional)' });
  await user.clear(text);
  await user.type(text, 'Newer suit');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));

  await waitFor(() => expect(api.requests('PUT /api/operator/slides/:id')).toHaveLength(1));
  const { body } = api.requests('PUT /api/operator/slides/:id')[0] ?? {};
  expect(body).toMatchObject({ text: 'Newer suit', version: 3 });
  expect(body).not.toHaveProperty('src');
  expect(queryOf()).toBeUndefined();
});

it('is only shown where clients of other brands see it too', async () => {
  api.on('GET /api/operator/slides/:id', { slide: { ...slide, refusal: 'Clients of brands that are not yours see it too.' } });
  renderPage(<SlidePage />, {
    path: '/operator/content/slides/7',
    route: '/operator/content/slides/:id',
    isOperator: true,
  });
  await screen.findByText('Clients of brands that are not yours see it too.');

  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy to other clients' })).toBeTruthy();
});
