import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '#web/app/query-client.ts';
import type { Profile } from '#web/app/session/profile.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { aDesign, someDesignOptions } from './builders.ts';
import { toDesignInput } from './design-input.ts';
import type { DesignOptions, GarmentDesign, NamedPerson } from './design-types.ts';
import { PersonaliseDialog } from './personalise-dialog.tsx';

const api = useStubbedApi();
let chosen: GarmentDesign[] | undefined;

beforeEach(() => {
  queryClient.clear();
  chosen = undefined;
  api.on('GET /api/organisations/settings', { name: 'Meridian Resorts' });
  api.on('GET /api/customisations', {});
  api.on('GET /api/shopping_cart_items', {});
});

interface Shown {
  options?: PartsOf<DesignOptions>;
  designs?: GarmentDesign[];
  person?: NamedPerson;
  caller?: PartsOf<Profile>;
  width?: number;
}

function Page({ designs, person }: Pick<Shown, 'designs' | 'person'>) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <PersonaliseDialog
        opened={isOpen}
        garment={{ productId: 7, description: 'Polo, Navy', valueIds: [201], pieces: 6, person }}
        designs={designs ?? []}
        doneLabel="Add 6 personalised pieces"
        onDone={(all) => {
          chosen = all;
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function show({ options = {}, caller, width, ...props }: Shown = {}) {
  api.on('GET /api/products/customisationbuilder/:id', { customisationBuilder: someDesignOptions(options) });
  return renderPage(<Page {...props} />, { caller: { pricesVisible: true, ...caller }, ...(width && { width }) });
}

const card = (name: string) => screen.findByRole('region', { name });
const add = (position: string) => screen.findByRole('button', { name: `Add at ${position}` });
/** What is said below a field; an error message of its own is what it is described by. */
const problem = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-errormessage') ?? '')?.textContent;
const dialog = () => screen.getByRole('dialog', { name: 'Personalise' });
const done = () => screen.findByRole('button', { name: 'Add 6 personalised pieces' });

describe('personalising a garment', () => {
  it('puts a text at a position, in the font and colour that were chosen', async () => {
    const { user } = show();
    await user.click(await add('right chest'));
    const position = within(await card('Right chest'));
    await user.click(position.getByRole('radio', { name: 'Text' }));
    await user.type(position.getByRole('textbox', { name: 'Text' }), '  Łucja  W. ');
    await user.click(position.getByRole('radio', { name: 'Serif' }));
    await user.click(position.getByRole('radio', { name: 'White' }));
    await user.click(await done());
    expect(chosen?.map(toDesignInput)).toEqual([
      { productId: 7, methodId: 10, positionId: 2, text: 'Łucja  W.', fontName: 'Serif', threadColour: 'White' },
    ]);
    expect(chosen?.[0]?.letterMm).toBe(10);
  });

  it('names what cannot be made, with the position, and does not go on', async () => {
    const { user } = show();
    await user.click(await add('right chest'));
    const position = within(await card('Right chest'));
    await user.click(position.getByRole('radio', { name: 'Text' }));
    await user.click(position.getByRole('radio', { name: 'Script' }));
    const field = position.getByRole('textbox', { name: 'Text' });
    await user.type(field, '漢');
    expect(problem(field)).toContain('“漢” is not in Script.');
    await user.clear(field);
    await user.type(field, 'W'.repeat(30));
    expect(problem(field)).toMatch(/^The text is \d+(\.\d)? mm wide in letters of 5 mm; the position has 90 mm/);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.click(await done());
    expect(chosen).toBeUndefined();
    expect((await done()).getAttribute('aria-describedby')).toBe('design-blocker');
    expect(document.getElementById('design-blocker')?.textContent).toMatch(/^Right chest: The text is/);
  });

  it('begins a name with that of the person, in the form that the organisation has chosen', async () => {
    const nameDesign = aDesign({
      id: 0,
      nameDesignId: 40,
      nameForm: 'first-initial',
      name: 'Staff name',
      text: null,
      proofStatus: 'approved',
    });
    const { user } = show({ options: { nameDesigns: [nameDesign] }, person: { firstName: 'Niamh', lastName: 'Doyle' } });
    await user.click(await add('right chest'));
    const position = within(await card('Right chest'));
    const field = position.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveProperty('value', 'Niamh D.');
    expect(position.queryByRole('radiogroup', { name: /^Font/ })).toBeNull();
    await user.type(field, '{Backspace}{Backspace}E.');
    await user.click(await done());
    expect(chosen?.map(toDesignInput)).toEqual([{ productId: 7, nameDesignId: 40, text: 'Niamh E.' }]);
  });

  it('shows what is required, which cannot be removed, and counts it in the price', async () => {
    const required = aDesign({
      id: 0,
      isMandatory: true,
      positionId: 1,
      position: 'Left chest',
      name: 'Company logo',
      text: null,
      logoId: 5,
      setupPrice: 0,
    });
    const { user } = show({ options: { mandatory: [required] } });
    const position = within(await card('Left chest'));
    expect(await position.findByText('Required by Meridian Resorts')).toBeTruthy();
    expect(position.queryByRole('button')).toBeNull();
    await user.click(await add('upper back'));
    const price = within(screen.getByRole('region', { name: 'Price' }));
    // 6 × £2.40 and 6 × £1.50, the transfer without set-up.
    expect(price.getByText('Personalisation excl. tax').parentElement?.textContent).toContain('£23.40');
    expect(screen.getByText(/You can only return it if it is faulty\./)).toBeTruthy();
  });

  it('shows no amounts to people who see no prices', async () => {
    const hidden = someDesignOptions().methods?.map((method) => ({ ...method, price: null, setupPrice: null }));
    const { user } = show({ options: { methods: hidden ?? [] }, caller: { pricesVisible: false } });
    await user.click(await add('left chest'));
    expect(document.body.textContent).not.toContain('£');
    expect(screen.queryByRole('region', { name: 'Price' })).toBeNull();
  });

  it('turns to the side of the position that is edited, and says so', async () => {
    const { user } = show();
    await user.click(await add('upper back'));
    expect(screen.getByRole('radio', { name: 'Back' })).toHaveProperty('checked', true);
    expect(screen.getByText('Back shown')).toBeTruthy();
  });

  it('closes at once when nothing was changed, and asks before something would be lost', async () => {
    const { user } = show({ designs: [aDesign()], width: NARROW });
    await card('Right chest');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Personalise' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const field = within(await card('Right chest')).getByRole('textbox', { name: 'Text' });
    await user.type(field, '!');
    await user.keyboard('{Escape}');
    expect(within(dialog()).getByRole('alert').textContent).toContain('not saved yet');
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(within(await card('Right chest')).getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'Niamh D.!');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByRole('dialog', { name: 'Personalise' })).toBeNull();
  });
});

describe('saved designs', () => {
  const saved = aDesign({ id: 12, name: 'Reception', text: 'Reception' });

  it('are put at their position, and followed until they are changed', async () => {
    api.on('GET /api/customisations', { customisations: [saved] });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Use a saved design (1)' }));
    await user.click(screen.getByRole('button', { name: 'Use Reception' }));
    await user.click(await done());
    expect(chosen?.map(toDesignInput)).toEqual([{ id: 12 }]);
    await user.type(within(await card('Right chest')).getByRole('textbox', { name: 'Text' }), ' 2');
    await user.click(await done());
    expect(chosen?.map(toDesignInput)).toMatchObject([{ text: 'Reception 2', positionId: 2 }]);
  });

  it('are deleted after the lines of the cart that lose them were named, and stay where an order has them', async () => {
    api.on('GET /api/customisations', { customisations: [saved] });
    api.on('GET /api/shopping_cart_items', {
      items: [1, 2].map((id) => ({ id, customisations: [{ ...saved, id, customisationId: 12 }] })),
    });
    api.on('DELETE /api/customisations/:id', refuse(409, { customisation: 'An order was placed with this design.' }));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Use a saved design (1)' }));
    await user.click(screen.getByRole('button', { name: 'Delete Reception' }));
    expect((await within(dialog()).findByRole('alert')).textContent).toContain(
      'It will also be removed from 2 lines of your cart.',
    );
    await user.click(screen.getByRole('button', { name: 'Delete “Reception”' }));
    expect(await screen.findByText('An order was placed with this design.')).toBeTruthy();
  });
});
