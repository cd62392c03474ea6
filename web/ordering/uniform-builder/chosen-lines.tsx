import { Stack } from '@mantine/core';
import { Link } from 'react-router';
import { isReturnableOnlyIfFaulty, ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import type { Cart } from '#web/app/cart.ts';
import { paths } from '#web/app/paths.ts';
import { describeDesign } from '#web/catalogue/customisation/drawing/drawn-design.ts';
import { LineItems } from '#web/ui/content/line-items.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import css from './chosen-lines.module.css';
import type { BuilderState } from './use-builder.ts';

type Line = Cart['items'][number];

interface Props {
  label: string;
  lines: readonly Line[];
  remove: BuilderState['remove'];
  /** A further line of text below the garment. */
  describe?: (line: Line) => string | null | undefined;
}

/** Garments in the cart, each with a way to change and to remove it until it is ordered. */
export const ChosenLines = ({ label, lines, remove, describe }: Props) => (
  <LineItems
    label={label}
    lines={lines.map((line) => ({
      id: line.id,
      src: line.images[0]?.src,
      name: line.productName,
      notes: [
        line.attributeDescription,
        describe?.(line),
        ...line.customisations.map(describeDesign),
        isReturnableOnlyIfFaulty(line) ? ONLY_IF_FAULTY : null,
      ],
      figure: formatNumber(line.quantity),
      below: <LineActions line={line} remove={remove} />,
    }))}
  />
);

function LineActions({ line, remove }: { line: Line; remove: BuilderState['remove'] }) {
  const name = [line.productName, line.attributeDescription].filter(Boolean).join(', ');
  return (
    <Stack gap={6}>
      {line.warnings.length > 0 && <Notice tone="warning">{line.warnings.join('\n')}</Notice>}
      <div className={css.actions}>
        {line.collectionGroupId !== null && (
          <Link
            to={paths.builderGarment(line.collectionGroupId, line.productId, { line: line.id })}
            aria-label={`Change ${name}`}
          >
            Change
          </Link>
        )}
        <button type="button" className={css.remove} aria-label={`Remove ${name}`} onClick={() => remove(line)}>
          Remove
        </button>
      </div>
    </Stack>
  );
}
