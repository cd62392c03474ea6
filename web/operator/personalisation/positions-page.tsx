import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { DesignDrawing } from '#web/catalogue/customisation/drawing/design-drawing.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import css from './personalisation.module.css';
import { PositionForm } from './position-form.tsx';
import { type DecoratedGarment, type Decoration, decorationQuery, type Position } from './use-saved-decoration.ts';

/** Where garments of each type can have a logo or a text, on their drawings. */
export function PositionsPage() {
  const { data, error, refetch } = useQuery(decorationQuery);
  return (
    <>
      <PageHeader title="Positions on garments" above={<BackLink to={operatorPaths.personalisation}>Personalisation</BackLink>}>
        The areas for logos and texts, by type of garment. Each product says which of them it has.
      </PageHeader>
      {data ? (
        <Positions decoration={data.decoration} />
      ) : error ? (
        <ErrorState title="The positions could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading the positions">
          <SkeletonRows rows={6} height={60} />
        </PageLoading>
      )}
    </>
  );
}

function Positions({ decoration: { garments, refusal } }: { decoration: Decoration }) {
  const [params, setParams] = useSearchParams();
  const garment = garments.find(({ garmentType }) => garmentType === params.get('garment')) ?? findUsual(garments);
  if (!garment) return null;
  return (
    <div className={css.cards}>
      {refusal !== null && <Notice tone="info">{refusal}</Notice>}
      <NativeSelect
        label="Type of garment"
        maw={360}
        rightSection={<DownIcon size={16} />}
        value={garment.garmentType}
        data={garments.map(({ garmentType, name, positions }) => ({
          value: garmentType,
          label: positions.length === 0 ? `${name} (none)` : name,
        }))}
        onChange={(event) => setParams({ garment: event.currentTarget.value }, { replace: true, preventScrollReset: true })}
      />
      <GarmentPositions key={garment.garmentType} garment={garment} mayChange={refusal === null} />
    </div>
  );
}

/** The type of garment with positions of which there are the most products. */
const findUsual = (garments: readonly DecoratedGarment[]) =>
  garments.filter(({ positions }) => positions.length > 0).sort((a, b) => b.products - a.products)[0] ?? garments[0];

type Area = Pick<Position, 'side' | 'xCm' | 'yCm' | 'widthCm' | 'heightCm'>;

function GarmentPositions({ garment, mayChange }: { garment: DecoratedGarment; mayChange: boolean }) {
  const [editedId, setEditedId] = useState<number>();
  const [typed, setTyped] = useState<Area>();
  const edited = garment.positions.find(({ id }) => id === editedId);
  const edit = (id: number | undefined) => {
    setEditedId(id);
    setTyped(undefined);
  };
  const isAdding = editedId === 0;
  const shown = [
    ...garment.positions.map((position) => (position.id === editedId && typed ? { ...position, ...typed } : position)),
    ...(isAdding && typed ? [{ id: 0, name: 'New position', ...typed }] : []),
  ];
  return (
    <div className={css.columns}>
      <Card title={garment.name}>
        <div className={css.drawings}>
          {(['front', 'back'] as const).map((side) => (
            <figure key={side} className={css.drawing}>
              <DesignDrawing
                src={side === 'front' ? garment.frontSrc : garment.backSrc}
                garment={garment.name}
                canvas={garment}
                side={side}
                designs={[]}
                positions={shown}
                selectedPositionId={editedId ?? null}
                {...(mayChange && { onSelectPosition: edit })}
              />
              <figcaption>{side === 'front' ? 'Front' : 'Back'}</figcaption>
            </figure>
          ))}
        </div>
      </Card>
      <Card
        title={edited ? edited.name : isAdding ? 'New position' : 'Positions'}
        action={
          mayChange &&
          editedId === undefined && (
            <Button variant="default" size="compact-sm" onClick={() => edit(0)}>
              Add position
            </Button>
          )
        }
      >
        {edited || isAdding ? (
          <PositionForm key={editedId} garment={garment} position={edited} onTyped={setTyped} onClose={() => edit(undefined)} />
        ) : (
          <PositionList positions={garment.positions} onEdit={mayChange ? edit : undefined} />
        )}
      </Card>
    </div>
  );
}

function PositionList({ positions, onEdit }: { positions: readonly Position[]; onEdit: ((id: number) => void) | undefined }) {
  if (positions.length === 0)
    return (
      <EmptyState title="No positions yet">
        Garments of this type can’t be personalised. Add a position first, then allow it for products.
      </EmptyState>
    );
  return (
    <ul className={css.list} aria-label="Positions">
      {positions.map((position) => (
        <li key={position.id} className={css.row}>
          <div className={css.what}>
            <strong>{position.name}</strong>
            <span className={css.quiet}>
              {`${position.side === 'front' ? 'Front' : 'Back'} · ${position.widthCm} × ${position.heightCm} cm · letters ${position.letterMm} mm · ${plural(position.products, 'product')}`}
            </span>
            {position.measuredFrom !== '' && <span className={css.quiet}>{position.measuredFrom}</span>}
          </div>
          {onEdit && (
            <RowButton aria-label={`Edit ${position.name}`} onClick={() => onEdit(position.id)}>
              Edit
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
