import { Text } from '@mantine/core';
import { memo, useDeferredValue } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import css from './design-editor.module.css';
import type { DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import { findRequiredName } from './draft-design.ts';
import { DraftFields } from './draft-fields.tsx';
import { describeContent } from './drawing/drawn-design.ts';
import { SaveDraft } from './save-draft.tsx';
import type { CheckedDraft, DraftChanges } from './use-design-drafts.ts';
import type { NameAs } from './use-text-check.ts';

interface RequiredProps {
  design: GarmentDesign;
  /** Who requires it. */
  organisation: string;
  currencyCode: string;
}

/** A design that the garment has by itself. */
export const RequiredCard = ({ design, organisation, currencyCode }: RequiredProps) => (
  <section className={css.position} aria-label={design.position}>
    <div className={css.positionHead}>
      <h3>{design.position}</h3>
      <StatusBadge>Required by {organisation}</StatusBadge>
    </div>
    <Text size="sm" c="dimmed">
      {[design.name, describeContent(design)].filter(Boolean).join(': ')}
      {design.price !== null && design.price > 0 && ` · ${formatMoney(design.price, currencyCode)} a piece`}
    </Text>
  </section>
);

/** What can be done at positions; the same object while texts are typed. */
export interface PositionActions extends Pick<DraftChanges, 'update'> {
  nameAs: NameAs;
  select: (position: DesignPosition) => void;
  add: (position: DesignPosition) => void;
  remove: (position: DesignPosition) => void;
  keepHeading: (positionId: number, heading: HTMLHeadingElement | null) => void;
}

interface Props {
  options: DesignOptions;
  position: DesignPosition;
  /** What is put there; undefined for nothing. */
  own: CheckedDraft | undefined;
  isSelected: boolean;
  currencyCode: string;
  clothRgb: string | undefined;
  actions: PositionActions;
}

/** A position of the garment: what is put there, or the way to add something. Memoised, so that typing draws one position again. */
export const PositionCard = memo(({ options, position, own, isSelected, currencyCode, clothRgb, actions }: Props) => {
  const methods = options.methods.filter(({ id }) => position.methodIds.includes(id));
  // Saving waits for a pause in typing.
  const settled = useDeferredValue(own);
  const requiredName = findRequiredName(options, position);
  return (
    <section
      className={css.position}
      aria-label={position.name}
      data-selected={isSelected || undefined}
      data-used={own !== undefined || undefined}
      onFocus={() => own && actions.select(position)}
    >
      <div className={css.positionHead}>
        <h3 ref={(heading) => actions.keepHeading(position.id, heading)} tabIndex={-1}>
          {position.name}
        </h3>
        {requiredName && own ? (
          <StatusBadge>Required</StatusBadge>
        ) : own ? (
          <RowButton
            aria-label={`Remove from ${position.name.toLowerCase()}`} // The second click of a double click on Add, which was here before.
            onClick={(event) => event.detail < 2 && actions.remove(position)}
          >
            Remove
          </RowButton>
        ) : (
          <RowButton aria-label={`Add at ${position.name.toLowerCase()}`} onClick={() => actions.add(position)}>
            Add
          </RowButton>
        )}
      </div>
      {own ? (
        <>
          <DraftFields options={options} checked={own} clothRgb={clothRgb} nameAs={actions.nameAs} update={actions.update} />
          {settled && <SaveDraft checked={settled} update={actions.update} />}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {describeMethods(methods, currencyCode)}, up to {formatMillimetres(position)}
        </Text>
      )}
    </section>
  );
});

/** "Embroidery or print", with what each costs where prices are shown. */
const describeMethods = (methods: DesignOptions['methods'], currencyCode: string): string =>
  methods.map(({ name, price }) => (price === null ? name : `${name} ${formatMoney(price, currencyCode)}`)).join(' or ');

const formatMillimetres = ({ widthCm, heightCm }: DesignPosition): string =>
  `${formatNumber(Math.round(widthCm * 10))} × ${formatNumber(Math.round(heightCm * 10))} mm`;
