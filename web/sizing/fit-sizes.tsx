import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import css from './fit-view.module.css';
import type { FittedSize } from './fitting.ts';

interface Props {
  sizes: readonly FittedSize[];
  shown: FittedSize | undefined;
  /** The recommended size. */
  bestId: string | undefined;
  /** Whether the garment is drawn; otherwise the choice is of the column that a phone shows. */
  isDrawn: boolean;
  /** How many sizes there are in all. */
  total: number;
  isAll: boolean;
  onShow: (id: string) => void;
  onAll: (isAll: boolean) => void;
}

/** Chooses the size on the mannequin, and whether all sizes are compared or those next to the recommended one. */
export function FitSizes({ sizes, shown, bestId, isDrawn, total, isAll, onShow, onAll }: Props) {
  const name = useId();
  return (
    <Group gap="xs">
      <Group gap="xs" role="radiogroup" aria-labelledby={`${name}-legend`}>
        <Text span c="dimmed" id={`${name}-legend`}>
          {isDrawn ? 'On the mannequin' : 'Size'}
        </Text>
        {sizes.map((size) => (
          <label key={size.id} className={css.choice}>
            <input type="radio" name={name} checked={size === shown} onChange={() => onShow(size.id)} />
            Size {size.name}
            {size.id === bestId && (
              <Text span size="sm" c="dimmed">
                recommended
              </Text>
            )}
          </label>
        ))}
      </Group>
      {total > (isAll ? 0 : sizes.length) && total > 3 && (
        <Button variant="default" size="compact-md" onClick={() => onAll(!isAll)}>
          {isAll ? 'Show fewer sizes' : `Show all ${total} sizes`}
        </Button>
      )}
    </Group>
  );
}
