import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { settingsQuery, useProfile } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { isDrawing } from '../products/garment-sides.ts';
import css from './design-editor.module.css';
import { DesignPriceBox } from './design-price-box.tsx';
import type { DesignOptions, GarmentDesign, NamedPerson } from './design-types.ts';
import { startDraft, toDraft } from './draft-design.ts';
import { DraftFields } from './draft-fields.tsx';
import type { Side } from './drawing/drawn-design.ts';
import { findClothColour } from './drawing/thread-contrast.ts';
import { GarmentPreview, ProofStatus } from './garment-preview.tsx';
import { PositionCard, RequiredCard } from './position-card.tsx';
import { SaveDraft } from './save-draft.tsx';
import { SavedDesigns } from './saved-designs.tsx';
import type { DesignDrafts } from './use-design-drafts.ts';
import { nameAs } from './use-text-check.ts';

export interface EditedGarment {
  productId: number;
  /** What is personalised, in words: "Fellside fleece jacket, Teal, M". */
  description: string;
  /** Chosen values, its colour among them. */
  valueIds: readonly number[];
  pieces: number;
  /** The picture of it that its page shows, which may be a photograph. */
  pictureSrc?: string | null | undefined;
  /** The person for whom it is, where that is known. */
  person: NamedPerson | undefined;
}

interface Props {
  garment: EditedGarment;
  options: DesignOptions;
  drafts: DesignDrafts;
  /** The buttons below everything else; `blocker` says why nothing can be ordered or saved. */
  children: (blocker: string | undefined) => React.ReactNode;
}

/** Chooses logos, texts and names for the positions of a garment, with the drawn garment beside them. */
export function DesignEditor({ garment, options, drafts, children }: Props) {
  const { checked, designs } = drafts;
  const profile = useProfile();
  const organisation = useQuery(settingsQuery).data?.name ?? 'your organisation';
  const currencyCode = profile?.currencyCode ?? '';
  const [selectedId, setSelectedId] = useState<number>();
  const [side, setSide] = useState<Side>(() => (designs[0] ?? options.mandatory[0])?.area.side ?? 'front');
  const headings = useRef(new Map<number, HTMLHeadingElement>());
  const toName = (design: GarmentDesign) => nameAs(design, garment.person);
  const required = options.mandatory;
  const drawing = findDrawing(options, garment.valueIds);
  const clothRgb = drawing && findClothColour(drawing.frontSrc);
  const free = options.positions.filter(({ id }) => required.every(({ positionId }) => positionId !== id));

  const select = (positionId: number) => {
    const position = options.positions.find(({ id }) => id === positionId);
    if (!position) return;
    setSelectedId(positionId);
    setSide(position.side);
  };
  const add = (positionId: number) => {
    const position = free.find(({ id }) => id === positionId);
    const draft = position && startDraft(options, position, toName);
    if (draft) drafts.put(draft);
    select(positionId);
  };
  /** From the drawing: opens the position and leads to its fields. */
  const choose = (positionId: number) => {
    if (free.some(({ id }) => id === positionId) && checked.every(({ position }) => position.id !== positionId)) add(positionId);
    else select(positionId);
    headings.current.get(positionId)?.focus();
  };
  const remove = (positionId: number) => {
    drafts.remove(positionId);
    headings.current.get(positionId)?.focus();
  };

  return (
    <div className={css.editor}>
      <div className={css.left}>
        <GarmentPreview
          options={options}
          drawing={drawing}
          description={garment.description}
          designs={[...required, ...designs]}
          side={side}
          onSide={setSide}
          selectedId={selectedId}
          onSelect={choose}
          photographSrc={garment.pictureSrc && !isDrawing(garment.pictureSrc) ? garment.pictureSrc : undefined}
        />
        <ProofStatus options={options} designs={[...required, ...designs]} />
      </div>
      <Stack gap="md" miw={0}>
        <SavedDesigns
          productId={garment.productId}
          positions={free}
          onUse={(design) => {
            drafts.put(toDraft(design, true));
            select(design.positionId);
          }}
          onDeleted={drafts.forget}
        />
        <div className={css.positions}>
          {required.map((design) => (
            <RequiredCard key={`required-${design.positionId}`} {...{ design, organisation, currencyCode }} />
          ))}
          {free.map((position) => {
            const own = checked.find(({ draft }) => draft.positionId === position.id);
            return (
              <PositionCard
                key={position.id}
                options={options}
                position={position}
                currencyCode={currencyCode}
                isUsed={own !== undefined}
                isSelected={selectedId === position.id}
                onSelect={() => own && select(position.id)}
                onAdd={() => add(position.id)}
                onRemove={() => remove(position.id)}
                headingRef={(heading) => {
                  if (heading) headings.current.set(position.id, heading);
                }}
              >
                {own && (
                  <>
                    <DraftFields options={options} checked={own} clothRgb={clothRgb} nameAs={toName} onChange={drafts.put} />
                    <SaveDraft checked={own} onSaved={drafts.put} />
                  </>
                )}
              </PositionCard>
            );
          })}
        </div>
        <DesignPriceBox designs={[...required, ...designs]} pieces={garment.pieces} currencyCode={currencyCode} />
        {required.length + designs.length > 0 && <Notice>{ONLY_IF_FAULTY} Check the spelling of names and texts.</Notice>}
        {children(findBlocker(options, drafts))}
      </Stack>
    </div>
  );
}

/** The drawing in the chosen colour, or in the first one. */
const findDrawing = ({ drawings }: DesignOptions, valueIds: readonly number[]) =>
  drawings.find(({ colourId }) => colourId !== null && valueIds.includes(colourId)) ?? drawings[0];

/** Why the designs cannot be used as they are, naming the first position with a problem. */
function findBlocker(options: DesignOptions, { checked, designs, isReady }: DesignDrafts): string | undefined {
  const wrong = checked.find(({ problem, design }) => problem !== undefined || !design);
  if (wrong)
    return `${wrong.position.name}: ${wrong.problem ?? 'This is no longer offered. Choose something else or remove it.'}`;
  if (!isReady && checked.some(({ setting }) => setting)) return 'The fonts are being loaded.';
  if (options.isRequired && designs.length + options.mandatory.length === 0)
    return 'This garment is only sold personalised. Add a design at one of its positions.';
  return undefined;
}

interface ButtonProps {
  blocker: string | undefined;
  label: string;
  loading: boolean;
  onClick: () => void;
}

/** The main button of the editor. While it is blocked it stays focusable, and the reason is shown above it. */
export function EditorButton({ blocker, label, loading, onClick }: ButtonProps) {
  return (
    <>
      {blocker && (
        <p id="design-blocker" className={css.blocker}>
          {blocker}
        </p>
      )}
      <Button
        fullWidth
        size="md"
        loading={loading}
        aria-disabled={blocker ? true : undefined}
        aria-describedby={blocker ? 'design-blocker' : undefined}
        data-disabled={blocker ? true : undefined}
        onClick={() => !blocker && onClick()}
      >
        {label}
      </Button>
    </>
  );
}
