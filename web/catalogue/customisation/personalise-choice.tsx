import { Button, Text } from '@mantine/core';
import { lazy } from 'react';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import type { GarmentDesign } from './design-types.ts';
import { describeDesign } from './drawing/drawn-design.ts';
import css from './personalise-choice.module.css';
import type { PersonaliseDialogProps } from './personalise-dialog.tsx';
import type { Personalising } from './use-personalising.ts';

const loadDialog = async () => ({ default: (await import('./personalise-dialog.tsx')).PersonaliseDialog });
const PersonaliseDialog = lazy(loadDialog);

interface Props {
  personalising: Personalising;
  garment: PersonaliseDialogProps['garment'];
  /** Adds the garment with these designs to the cart, where it is ready for that; undefined where something else has to be chosen first. */
  add?: { label: string; run: (designs: GarmentDesign[]) => Promise<void> } | undefined;
}

/** "Personalise" on a page of a garment, and what was chosen so far. Nothing for garments and people without it. */
export function PersonaliseChoice({ personalising, garment, add }: Props) {
  const { isOffered, designs, mandatory, requiredNames, isMissing, isOpen, open, close, choose } = personalising;
  if (!isOffered) return null;
  const keep = (chosen: readonly GarmentDesign[]) => {
    choose(chosen);
    close();
  };
  return (
    <div className={css.choice}>
      {mandatory.length + designs.length + requiredNames.length > 0 && (
        <ul className={css.designs} aria-label="Designs">
          {mandatory.map((design) => (
            <li key={`required-${design.positionId}`} className={css.design}>
              <span>{describeDesign(design)}</span>
              <Text span size="sm" c="dimmed">
                Required
              </Text>
            </li>
          ))}
          {requiredNames.map(({ name, position, positionId }) => (
            <li key={`name-${positionId}`} className={css.design}>
              <span>
                {position}: {name}
              </span>
              <Text span size="sm" c="dimmed">
                {garment.person ? 'Required. It is the name of the wearer unless you change it.' : 'Required. Enter the name.'}
              </Text>
            </li>
          ))}
          {designs.map((design) => (
            <li key={design.positionId} className={css.design}>
              <span>{describeDesign(design)}</span>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Remove ${describeDesign(design)}`}
                onClick={() => choose(designs.filter((one) => one !== design))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.row}>
        <Button variant="default" onClick={open}>
          {designs.length > 0 ? 'Change personalisation' : 'Personalise'}
        </Button>
        <Text size="sm" c="dimmed">
          {mandatory.length + designs.length + requiredNames.length > 0
            ? ONLY_IF_FAULTY
            : isMissing
              ? 'This garment is only sold personalised.'
              : 'Add a logo or a name.'}
        </Text>
      </div>
      <LazyDialog opened={isOpen} load={loadDialog}>
        {(opened) => (
          <PersonaliseDialog
            opened={opened}
            garment={garment}
            designs={designs}
            doneLabel={add?.label ?? 'Use these designs'}
            onDone={async (chosen) => {
              if (!add) return keep(chosen);
              choose(chosen);
              await add.run(chosen);
              close();
            }}
            keep={add && { label: 'Back to the product', onKeep: keep }}
            onClose={close}
          />
        )}
      </LazyDialog>
    </div>
  );
}
