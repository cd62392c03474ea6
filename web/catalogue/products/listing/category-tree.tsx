import { useState } from 'react';
import { Link } from 'react-router';
import { RightIcon } from '#web/ui/content/icons.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import type { Category } from '../catalogue-types.ts';
import { buildCategoryTree, type CategoryNode, getCategoryPath } from './category-nodes.ts';
import css from './category-tree.module.css';

interface Props {
  categories: readonly Category[];
  /** 0 for all. */
  chosen: number;
  /** The link for a category. */
  link: (category: number) => string;
  onChosen?: () => void;
}

/** The categories as a tree of links with product counts; the branch of the current category is expanded. */
export function CategoryTree({ categories, chosen, link, onChosen }: Props) {
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({});
  const trail = getCategoryPath(categories, chosen);
  const isOpen = (id: number) => opened[id] ?? trail.includes(id);

  const list = (branches: readonly CategoryNode[]) => (
    <ul className={css.list}>
      {branches.map(({ category, children }) => (
        <li key={category.id}>
          <div className={css.row}>
            {children.length > 0 ? (
              <button
                type="button"
                className={css.toggle}
                aria-expanded={isOpen(category.id)}
                aria-label={`Categories within ${category.name}`}
                onClick={() => setOpened({ ...opened, [category.id]: !isOpen(category.id) })}
              >
                <RightIcon size={14} />
              </button>
            ) : (
              <span className={css.gap} />
            )}
            <Link
              to={link(category.id)}
              className={css.link}
              aria-current={category.id === chosen ? 'true' : undefined}
              onClick={onChosen}
            >
              <span>{category.name}</span>
              <span className={`${css.count} figures`}>{formatNumber(category.productCount)}</span>
            </Link>
          </div>
          {children.length > 0 && isOpen(category.id) && list(children)}
        </li>
      ))}
    </ul>
  );

  return (
    <nav aria-label="Categories" className={css.tree}>
      <Link to={link(0)} className={`${css.link} ${css.all}`} aria-current={chosen === 0 ? 'true' : undefined} onClick={onChosen}>
        All products
      </Link>
      {list(buildCategoryTree(categories))}
    </nav>
  );
}
