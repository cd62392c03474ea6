import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import type { GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import { findNamedPerson } from '#web/catalogue/customisation/named-person.ts';
import { isFixed } from '#web/catalogue/customisation/same-designs.ts';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import css from './cart-line.module.css';
import type { CartItem } from './pending-quantities.ts';
import { saveLineDesigns } from './save-line-designs.ts';

const loadDialog = async () => ({
  default: (await import('#web/catalogue/customisation/personalise-dialog.tsx')).PersonaliseDialog,
});
const PersonaliseDialog = lazy(loadDialog);

/** "Personalise" on a line of the cart: opens the dialog for its designs. */
export function PersonaliseLine({ line, name }: { line: CartItem; name: string }) {
  const client = useQueryClient();
  const profile = useProfile();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const isPersonalised = line.customisations.some((design) => !isFixed(design));
  async function save(designs: GarmentDesign[]) {
    const { mergedInto } = await saveLineDesigns(client, line, designs);
    setOpen(false);
    showSuccess(
      mergedInto
        ? `${line.productName} now has the same designs as another line. They are one line of ${plural(mergedInto.quantity, 'piece')}.`
        : `Designs of ${line.productName} saved.`,
    );
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={css.change}
        aria-label={`${isPersonalised ? 'Change designs:' : 'Personalise'} ${name}`}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {isPersonalised ? 'Change designs' : 'Personalise'}
      </Button>
      {wasOpened && (
        <LazyDialog opened={isOpen} load={loadDialog}>
          {(opened) => (
            <PersonaliseDialog
              opened={opened}
              garment={{
                productId: line.productId,
                description: `${name} · ${plural(line.quantity, 'piece')}`,
                valueIds: line.attributes.map(({ value }) => Number(value)),
                pictureSrc: line.images[0]?.src,
                pieces: line.quantity,
                person: findNamedPerson(profile, line.customerName),
              }}
              designs={line.customisations}
              doneLabel="Save designs"
              onDone={save}
              onClose={() => setOpen(false)}
            />
          )}
        </LazyDialog>
      )}
    </>
  );
}
