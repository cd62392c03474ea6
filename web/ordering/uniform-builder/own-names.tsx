import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import type { DesignOptions, GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import { DesignThumbnail } from '#web/catalogue/customisation/drawing/design-thumbnail.tsx';
import { useLetteringFont } from '#web/catalogue/customisation/lettering/use-lettering-font.ts';
import type { OrderableGarment } from '#web/catalogue/products/catalogue-types.ts';
import type { AttributeSelection } from '#web/catalogue/products/choosing/attribute-selection.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import css from './own-names.module.css';
import type { OwnName } from './use-own-names.ts';

interface Props {
  names: readonly OwnName[];
  options: DesignOptions;
  mandatory: readonly GarmentDesign[];
  garment: OrderableGarment;
  selection: AttributeSelection;
}

const DONE: Readonly<Record<number, string>> = { 10: 'embroidered', 20: 'printed', 30: 'printed', 40: 'written on the badge' };

/** The names that the garment gets by itself: how each will look, to be corrected and confirmed before the garment is added. */
export function OwnNames({ names, options, mandatory, garment, selection }: Props) {
  const actedFor = useImpersonatedName();
  const chosen = Object.values(selection);
  const drawing = options.drawings.find(({ colourId }) => colourId !== null && chosen.includes(colourId)) ?? options.drawings[0];
  const drawn = (own: OwnName) =>
    [...mandatory, ...names.map(({ design }) => design)].filter(
      ({ area, text, logoSrc }) => area.side === own.design.area.side && (text || logoSrc),
    );
  return (
    <section className={css.names} aria-label="Name on the garment">
      {names.map((name) => (
        <div key={name.design.positionId} className={css.own}>
          {drawing && (
            <DesignThumbnail
              frontSrc={drawing.frontSrc}
              backSrc={drawing.backSrc}
              garment={garment.name}
              canvas={options.canvas}
              designs={drawn(name)}
              size={120}
            />
          )}
          <NameField name={name} whose={actedFor === undefined ? 'your' : 'the'} />
        </div>
      ))}
    </section>
  );
}

function NameField({ name, whose }: { name: OwnName; whose: string }) {
  const { design, text, problem, isConfirmed } = name;
  const id = useId();
  useLetteringFont(design.fontName);
  return (
    <div className={css.field}>
      <TextInput
        label={`Name, ${design.position.toLowerCase()}`}
        value={text}
        autoComplete="off"
        spellCheck={false}
        error={problem !== undefined}
        aria-errormessage={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => name.type(event.currentTarget.value)}
      />
      {/* There from the start, so that a screen reader says what appears in it. */}
      <div id={`${id}-problem`} role="status">
        {problem && <Notice tone="warning">{problem}</Notice>}
      </div>
      {!problem && (
        <Checkbox name="confirmed" checked={isConfirmed} onChange={name.confirm}>
          This is how {whose} name will be {DONE[design.methodId] ?? 'put on the garment'}:{' '}
          {/* On the drawing it is as small as on the garment. */}
          <span className={css.name} style={{ fontFamily: `"Livery ${design.fontName}"` }}>
            {design.text}
          </span>
        </Checkbox>
      )}
    </div>
  );
}
