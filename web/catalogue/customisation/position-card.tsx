import { Button, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import css from './design-editor.module.css';
import type { DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import { describeContent } from './drawing/drawn-design.ts';

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

interface Props {
  options: DesignOptions;
  position: DesignPosition;
  currencyCode: string;
  /** Whether something is put there. */
  isUsed: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onAdd: () => void;
  onRemove: () => void;
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A position of the garment: what is put there, or the way to add something. */
export function PositionCard({ options, position, currencyCode, isUsed, isSelected, onSelect, ...props }: Props) {
  const methods = options.methods.filter(({ id }) => position.methodIds.includes(id));
  return (
    <section
      className={css.position}
      aria-label={position.name}
      data-selected={isSelected || undefined}
      data-used={isUsed || undefined}
      onFocus={onSelect}
    >
      <div className={css.positionHead}>
        <h3 ref={props.headingRef} tabIndex={-1}>
          {position.name}
        </h3>
        {isUsed ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Remove from ${position.name.toLowerCase()}`}
            onClick={props.onRemove}
          >
            Remove
          </Button>
        ) : (
          <Button variant="default" size="sm" aria-label={`Add at ${position.name.toLowerCase()}`} onClick={props.onAdd}>
            Add
          </Button>
        )}
      </div>
      {!isUsed && (
        <Text size="sm" c="dimmed">
          {describeMethods(methods, currencyCode)}, up to {formatMillimetres(position)}
        </Text>
      )}
      {isUsed && props.children}
    </section>
  );
}

/** "Embroidery or print", with what each costs where prices are shown. */
const describeMethods = (methods: DesignOptions['methods'], currencyCode: string): string =>
  methods.map(({ name, price }) => (price === null ? name : `${name} ${formatMoney(price, currencyCode)}`)).join(' or ');

const formatMillimetres = ({ widthCm, heightCm }: DesignPosition): string =>
  `${formatNumber(Math.round(widthCm * 10))} × ${formatNumber(Math.round(heightCm * 10))} mm`;
