import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { settingsQuery, useProfile } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './design-editor.module.css';
import { DesignPriceBox } from './design-price-box.tsx';
import type { DesignOptions, DesignPosition, GarmentDesign, NamedPerson } from './design-types.ts';
import { findRequiredName, startDraft, toDraft } from './draft-design.ts';
import type { Side } from './drawing/drawn-design.ts';
import { findClothColour } from './drawing/thread-contrast.ts';
import { GarmentPreview, ProofStatus } from './garment-preview.tsx';
import { type PositionActions, PositionCard, RequiredCard } from './position-card.tsx';
import { SavedDesigns } from './saved-designs.tsx';
import type { DesignDrafts } from './use-design-drafts.ts';
import { nameAs } from './use-text-check.ts';

/** The same element each time, so that it is not drawn again while someone types. */
const spelling = <Notice>{ONLY_IF_FAULTY} Check the spelling of names and texts.</Notice>;

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
  /** The buttons below everything else; `blocker` says why nothing can be ordered or saved. The same function while texts are typed. */
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
  const required = options.mandatory;
  const free = useMemo(
    () => options.positions.filter(({ id }) => options.mandatory.every(({ positionId }) => positionId !== id)),
    [options],
  );
  const drawing = findDrawing(options, garment.valueIds);
  const clothRgb = drawing && findClothColour(drawing.frontSrc);
  const { person } = garment;
  const open = useMemo(() => free.filter((position) => !findRequiredName(options, position)), [free, options]);
  const { put, remove, update, forget } = drafts;
  // Typing is followed by its field and the preview at once, by prices when there is time, and by the buttons where they change.
  const settled = useDeferredValue(drafts);
  const following = useMemo(() => [...required, ...settled.designs], [required, settled]);
  const blocker = findBlocker(options, drafts);
  const foot = useMemo(() => children(blocker), [children, blocker]);

  // The same functions while nothing but texts changes, so that only what is typed is drawn again.
  const actions = useMemo((): PositionActions => {
    const toName = (design: GarmentDesign) => nameAs(design, person);
    const select = (position: DesignPosition) => {
      setSelectedId(position.id);
      setSide(position.side);
    };
    return {
      nameAs: toName,
      update,
      select,
      add: (position) => {
        const draft = startDraft(options, position, toName);
        if (draft) put(draft);
        select(position);
        headings.current.get(position.id)?.focus();
      },
      remove: (position) => {
        remove(position.id);
        headings.current.get(position.id)?.focus();
      },
      keepHeading: (positionId, heading) => {
        if (heading) headings.current.set(positionId, heading);
      },
    };
  }, [options, person, put, remove, update]);

  /** From the drawing: opens the position and leads to its fields. */
  const choose = (positionId: number) => {
    const position = options.positions.find(({ id }) => id === positionId);
    if (!position) return;
    const isEmpty = free.includes(position) && checked.every((one) => one.position !== position);
    if (isEmpty) actions.add(position);
    else actions.select(position);
    headings.current.get(positionId)?.focus();
  };
  const applySaved = useCallback(
    (design: GarmentDesign) => {
      put(toDraft(design, true));
      const position = options.positions.find(({ id }) => id === design.positionId);
      if (position) actions.select(position);
    },
    [options, put, actions],
  );

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
          photographSrc={garment.pictureSrc && !garment.pictureSrc.startsWith('/garments/') ? garment.pictureSrc : undefined}
        />
        <ProofStatus options={options} designs={following} />
      </div>
      <Stack gap="md" miw={0}>
        <SavedDesigns productId={garment.productId} positions={open} onUse={applySaved} onDeleted={forget} />
        <div className={css.positions}>
          {required.map((design) => (
            <RequiredCard key={`required-${design.positionId}`} {...{ design, organisation, currencyCode }} />
          ))}
          {free.map((position) => (
            <PositionCard
              key={position.id}
              options={options}
              position={position}
              own={checked.find((one) => one.position === position)}
              isSelected={selectedId === position.id}
              {...{ currencyCode, clothRgb, actions }}
            />
          ))}
        </div>
        <DesignPriceBox designs={following} pieces={garment.pieces} currencyCode={currencyCode} />
        {following.length > 0 && spelling}
        {foot}
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
  const unnamed = options.positions.find(
    (position) => findRequiredName(options, position) && checked.every((one) => one.position !== position),
  );
  if (unnamed) return `${unnamed.name}: This garment is ordered with a name. Enter it.`;
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
