import { Button, NativeSelect, Text } from '@mantine/core';
import { type ClipboardEvent, memo, useMemo, useRef, useState } from 'react';
import { normaliseText } from '#lettering/text.ts';
import { useProfile } from '#web/app/session/profile.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DialogWindow } from '#web/ui/dialogs/dialog-window.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { toDesignInput } from '../../../customisation/design-input.ts';
import type { DesignOptions, GarmentDesign } from '../../../customisation/design-types.ts';
import { findNamedPerson } from '../../../customisation/named-person.ts';
import { getDesignTextSetting } from '../../../customisation/text-check.ts';
import type { Personalising } from '../../../customisation/use-personalising.ts';
import { nameAs, useTextCheck } from '../../../customisation/use-text-check.ts';
import { AddButton } from '../../add-button.tsx';
import type { OrderableGarment } from '../../catalogue-types.ts';
import type { CartAddition, Wearer } from '../../optimistic-cart.ts';
import { OrderPrice } from '../order-price.tsx';
import { OwnPart } from '../own-part.tsx';
import { useServerPriceOf } from '../server-totals.ts';
import type { GridEntry } from '../totals.ts';
import css from './names-dialog.module.css';
import { fillDown, listPieces, type Piece, type PieceTexts, readColumn, toNamedAdditions } from './piece-names.ts';

export interface NamesProps {
  garment: OrderableGarment;
  entries: readonly GridEntry[];
  options: DesignOptions;
  personalising: Personalising;
  wearer: Wearer | undefined;
  ordering: boolean;
  error: Error | null;
  onOrder: (additions: CartAddition[], onOrdered: () => void) => void;
}

interface Props extends NamesProps {
  opened: boolean;
  designs: readonly GarmentDesign[];
  texts: PieceTexts;
  onTexts: (texts: PieceTexts) => void;
  onClose: () => void;
}

const MAX_LISTED = 3;
const nameDesign = ({ name, position }: GarmentDesign) =>
  name ? `${name}, ${position.toLowerCase()}` : `Text, ${position.toLowerCase()}`;

/** A text for each piece that was entered, typed or pasted as a column, and the button that adds them. */
export function NamesDialog(props: Props) {
  const isNarrow = useIsNarrow(768);
  const pieces = listPieces(props.entries);
  return (
    <DialogWindow
      opened={props.opened}
      onClose={props.onClose}
      title={`Names for ${plural(pieces.length, 'piece')}`}
      closeLabel="Close names"
      width={720}
      fullScreen={isNarrow}
    >
      <Names {...props} pieces={pieces} />
    </DialogWindow>
  );
}

const fieldAt = (list: HTMLElement | null, index: number) => list?.querySelectorAll('input')[index];

function Names({ garment, options, personalising, designs, pieces, texts, onTexts, ...props }: Props & { pieces: Piece[] }) {
  const profile = useProfile();
  const { check, isFailed, retry } = useTextCheck();
  const [chosen, setChosen] = useState(0);
  const [pasted, setPasted] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const design = designs[chosen] ?? (designs[0] as GarmentDesign);
  const others = personalising.designs.filter(({ positionId }) => positionId !== design.positionId);
  const person = findNamedPerson(profile, props.wearer?.name);
  const isEachNamed =
    (options.isRequired && others.length + personalising.mandatory.length === 0) || (design.isMandatory && !person);
  // A piece for someone begins with their name, a text that all pieces were to have with that text.
  const first = nameAs(design, person) || (design.nameDesignId === null ? design.text : '');
  const typedText = ({ key }: Piece) => texts.get(key) ?? first ?? '';
  const findProblem = useMemo(() => {
    const known = new Map<string, string | undefined>();
    return (text: string) => {
      if (!known.has(text)) known.set(text, check?.(getDesignTextSetting(options, design, text)).problem);
      return known.get(text);
    };
  }, [check, options, design]);
  const problemOf = (piece: Piece) => {
    const text = typedText(piece);
    if (text.trim() !== '') return findProblem(text);
    return isEachNamed ? 'This garment is only sold personalised. Enter a name.' : undefined;
  };
  const problems = pieces.flatMap((piece, index) => {
    const text = problemOf(piece);
    return text === undefined ? [] : [{ piece, index, text }];
  });
  const named = pieces.filter((piece) => typedText(piece).trim() !== '').length;
  const state = useRef({ texts, pieces });
  state.current = { texts, pieces };
  const actions = useMemo(
    () => ({
      type: (key: string, text: string) => onTexts(new Map(state.current.texts).set(key, text)),
      paste: (index: number, event: ClipboardEvent) => {
        const column = readColumn(event.clipboardData.getData('text/plain'));
        if (!column) return;
        event.preventDefault();
        const filled = fillDown(state.current.texts, state.current.pieces, index, column);
        onTexts(filled.texts);
        const used = column.length - filled.left;
        setPasted(
          filled.left > 0
            ? `${plural(used, 'name')} filled in. ${filled.left === 1 ? 'The last one is' : `The last ${formatNumber(filled.left)} are`} left out, since there are no more pieces.`
            : `${plural(used, 'name')} filled in.`,
        );
      },
      next: (index: number) => fieldAt(list.current, index + 1)?.focus(),
    }),
    [onTexts],
  );
  const disabledReason =
    problems.length > 0
      ? `${plural(problems.length, 'name needs', 'names need')} a change first.`
      : named === 0
        ? 'Enter at least one name.'
        : check
          ? undefined
          : 'The names are being checked.';
  const additions = toNamedAdditions(garment, pieces, (piece) => normaliseText(typedText(piece)), design, others);
  const items = additions.map(({ combination, quantity, designs: own = [] }) => ({
    combinationId: combination.id,
    quantity,
    ...(own.length > 0 && { customisations: own.map(toDesignInput) }),
  }));
  const price = useServerPriceOf(garment.id, items, disabledReason === undefined);
  const add = () => {
    props.onOrder(additions, () => {
      onTexts(new Map());
      props.onClose();
    });
  };
  return (
    <div className={css.names}>
      {designs.length > 1 ? (
        <NativeSelect
          label="Design"
          value={String(chosen)}
          data={designs.map((one, index) => ({ value: String(index), label: nameDesign(one) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      ) : (
        <Text>{nameDesign(design)}</Text>
      )}
      <Text size="sm" c="dimmed">
        Paste a column of names from a spreadsheet into the first field to fill the ones below.
        {!isEachNamed && ' Leave a field empty for a piece without a name.'}
      </Text>
      <div role="status">{pasted && <Notice>{pasted}</Notice>}</div>
      <ol ref={list} className={css.pieces} aria-label="Pieces">
        {pieces.map((piece, index) => (
          <PieceField
            key={piece.key}
            index={index}
            pieceKey={piece.key}
            label={piece.cell.label}
            text={typedText(piece)}
            problem={problemOf(piece)}
            actions={actions}
          />
        ))}
      </ol>
      <div role="status">
        {problems.length > 0 && (
          <ul className={css.problems} aria-label="Names to change">
            {problems.slice(0, MAX_LISTED).map(({ piece, index, text }) => (
              <li key={piece.key}>
                <button type="button" onClick={() => fieldAt(list.current, index)?.focus()}>
                  Piece {formatNumber(index + 1)}
                </button>
                : {text}
              </li>
            ))}
            {problems.length > MAX_LISTED && <li>and {formatNumber(problems.length - MAX_LISTED)} more</li>}
          </ul>
        )}
      </div>
      {isFailed && (
        <Notice
          tone="danger"
          role="alert"
          actions={
            <Button size="compact-sm" onClick={retry}>
              Try again
            </Button>
          }
        >
          The names could not be checked.
        </Notice>
      )}
      {props.error && (
        <Notice tone="danger" role="alert">
          {props.error.message}
        </Notice>
      )}
      <Text role="status" className="figures">
        <OrderPrice {...price} />
        <OwnPart own={price.own} />
      </Text>
      <AddButton disabledReason={disabledReason} disabledReasonId="names-reason" loading={props.ordering} onClick={add}>
        Add {plural(pieces.length, 'piece')}, {plural(named, 'name')}
      </AddButton>
      {disabledReason && (
        <Text id="names-reason" size="sm" c="dimmed">
          {disabledReason}
        </Text>
      )}
    </div>
  );
}

interface PieceFieldProps {
  index: number;
  pieceKey: string;
  label: string;
  text: string;
  problem: string | undefined;
  actions: {
    type: (key: string, text: string) => void;
    paste: (index: number, event: ClipboardEvent) => void;
    next: (index: number) => void;
  };
}

const PieceField = memo(function PieceField({ index, pieceKey, label, text, problem, actions }: PieceFieldProps) {
  return (
    <li className={css.piece}>
      <span className={css.size}>{label}</span>
      <input
        className={css.field}
        aria-label={`Name on piece ${index + 1}, ${label}`}
        aria-invalid={problem !== undefined}
        title={problem}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => actions.type(pieceKey, event.currentTarget.value)}
        onPaste={(event) => actions.paste(index, event)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          actions.next(index);
        }}
      />
    </li>
  );
});
