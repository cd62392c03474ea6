import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { LogosPage } from './logos-page.tsx';

const api = useStubbedApi();

const crest = {
  id: 4,
  name: 'Crest',
  src: '/api/customisationlogos/pictures/2f0c7c1e-0000-4000-8000-000000000001',
  widthPx: 800,
  heightPx: 400,
  status: 'approved' as const,
  designCount: 1,
  orderCount: 14,
  version: 3,
};

const CALLER = { roles: ['OrganisationAdmin' as const], adminableOrganisationGroupIds: [] };

const file = (name: string, content = 'x') => new File([content], name);

it('says what will be there, takes files one after the other, and says why one was refused', async () => {
  let logos: (typeof crest)[] = [];
  api.on('GET /api/customisationlogos', () => ({ logos }));
  api.on('POST /api/customisationlogo', () => {
    if (api.requests('POST /api/customisationlogo').length === 1)
      return refuse(415, {
        file: '“a.svg” contains text that needs a font. Please convert texts to paths (outlines) and upload it again.',
      });
    logos = [crest];
    return { logo: crest };
  });
  const { user } = renderPage(<LogosPage />, { caller: CALLER });
  await screen.findByRole('heading', { name: 'No logos yet' });

  fireEvent.drop(screen.getByRole('group', { name: 'Add logos' }), {
    dataTransfer: { files: [file('a.svg'), file('crest.png'), file('photo.jpg')] },
  });
  await screen.findByRole('img', { name: 'Crest on a dark background' });
  const files = within(screen.getByRole('list', { name: 'Files' }));
  await waitFor(() => expect(files.getAllByRole('alert')).toHaveLength(2));
  const alerts = files.getAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('convert texts to paths'),
    'A logo is a PNG or SVG file. Please save it as one of them.',
  ]);
  expect(api.requests('POST /api/customisationlogo')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Hide these files' }));
  expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
});

it('archives a logo, undoes it, and renames one', async () => {
  let logos = [crest];
  api.on('GET /api/customisationlogos', () => ({ logos }));
  api.on('DELETE /api/customisationlogos/:id', () => {
    logos = [];
    return {};
  });
  api.on('POST /api/customisationlogos/:id/restore', () => {
    logos = [crest];
    return { logo: crest };
  });
  api.on('PUT /api/customisationlogos/:id', ({ body }) => {
    expect(body).toEqual({ logo: { name: 'Anchor', version: 3 } });
    logos = [{ ...crest, name: 'Anchor', version: 4 }];
    return { logo: logos[0] };
  });
  const { user } = renderPage(<LogosPage />, { caller: CALLER });
  const tile = within(await screen.findByRole('listitem'));
  tile.getByText('1 design · 14 orders · 800 × 400 pixels');
  tile.getByText('Approved');
  await user.click(tile.getByRole('button', { name: 'Archive Crest' }));
  await screen.findByRole('heading', { name: 'No logos yet' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));

  await user.click(await screen.findByRole('button', { name: 'Rename Crest' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Anchor');
  await user.click(screen.getByRole('button', { name: 'Rename logo' }));
  await screen.findByRole('heading', { name: 'Anchor' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
