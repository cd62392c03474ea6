import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { operatorPaths } from '../../operator-paths.ts';
import css from './categories.module.css';
import { type CategoryPlace, findPlaceInside, findPlaceOutside, type KeptCategory, listBelow } from './category-nodes.ts';
import { handleIdOf, useMoveCategory } from './use-category-tree.ts';

interface Props {
  categories: readonly KeptCategory[];
  mayChange: boolean;
  onOpen: (category: KeptCategory) => void;
  onAddBelow: (category: KeptCategory) => void;
}

/** The categories as a tree, in which they are moved by dragging a handle, or with the arrow keys on it. */
export function KeptCategoryTree(props: Props) {
  const { move } = useMoveCategory(props.categories);
  const [announcement, setAnnouncement] = useState('');
  const shift = (category: KeptCategory, place: CategoryPlace | undefined, where: string) => {
    if (!place) return;
    move(category, place);
    setAnnouncement(`${category.name}: ${where}`);
  };
  return (
    <>
      <MoveAnnouncement>{announcement}</MoveAnnouncement>
      <Branch {...props} parentId={null} onMove={move} onShift={shift} />
    </>
  );
}

interface BranchProps extends Props {
  parentId: number | null;
  onMove: (category: KeptCategory, place: CategoryPlace) => void;
  onShift: (category: KeptCategory, place: CategoryPlace | undefined, where: string) => void;
}

function Branch(props: BranchProps) {
  const { categories, mayChange, parentId, onMove, onShift } = props;
  const siblings = listBelow(categories, parentId);
  const held = useRef<KeptCategory>(undefined);
  const reorder = useReorder(
    siblings.map(({ id }) => id),
    (ids) => held.current && onMove(held.current, { parentId, position: ids.indexOf(held.current.id) }),
  );
  const handleOf = (category: KeptCategory) => {
    const { onKeyDown, onPointerDown, ...handle } = reorder.handle(category.id, category.name);
    return {
      ...handle,
      onPointerDown: (event: Parameters<typeof onPointerDown>[0]) => {
        held.current = category;
        onPointerDown(event);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        held.current = category;
        if (event.key === 'ArrowRight') onShift(category, findPlaceInside(categories, category), 'moved into the one above it');
        else if (event.key === 'ArrowLeft') onShift(category, findPlaceOutside(categories, category), 'moved out');
        else return onKeyDown(event);
        event.preventDefault();
      },
    };
  };
  return (
    <>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ul className={css.branch} {...(parentId === null && { 'aria-label': 'Categories' })}>
        {siblings.map((category) => (
          <li key={category.id} {...reorder.item(category.id)}>
            <div className={css.row}>
              {mayChange &&
                (category.refusal === null ? (
                  <span id={handleIdOf(category.id)} className={css.grip}>
                    <MoveHandle {...handleOf(category)} />
                  </span>
                ) : (
                  <span className={css.grip} />
                ))}
              <Row {...props} category={category} />
            </div>
            {listBelow(categories, category.id).length > 0 && <Branch {...props} parentId={category.id} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ category, mayChange, onOpen, onAddBelow }: Props & { category: KeptCategory }) {
  const { id, name, productsWithBelow, unspsc, inheritedUnspsc } = category;
  return (
    <>
      {mayChange ? (
        <button type="button" className={css.name} onClick={() => onOpen(category)}>
          {name}
        </button>
      ) : (
        <span className={css.name}>{name}</span>
      )}
      <span className={`${css.code} figures`} data-inherited={unspsc === null || undefined}>
        {unspsc ?? inheritedUnspsc ?? ''}
      </span>
      {productsWithBelow > 0 ? (
        <Link
          className={`${css.count} figures`}
          to={operatorPaths.productsOf(id)}
          aria-label={`${plural(productsWithBelow, 'product')} in ${name}`}
        >
          {formatNumber(productsWithBelow)}
        </Link>
      ) : (
        <span className={`${css.count} figures`}>0</span>
      )}
      {mayChange && (
        <button
          type="button"
          className={css.add}
          aria-label={`Add a category below ${name}`}
          onClick={() => onAddBelow(category)}
        >
          <PlusIcon size={16} />
        </button>
      )}
    </>
  );
}
