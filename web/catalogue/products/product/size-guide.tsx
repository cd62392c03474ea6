import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import css from './size-guide.module.css';

/** The link to the size guide, and the dialog that shows it. */
export function SizeGuide({ id }: { id: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" className={css.opener} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Size guide
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} width={680} title="Size guide" closeLabel="Close size guide">
        <GuideTable id={id} />
      </Dialog>
    </>
  );
}

function GuideTable({ id }: { id: number }) {
  const guide = useQuery({ ...apiQuery('GET /api/products/sizeguide/:id', { params: { id } }), staleTime: 60 * 60_000 });
  if (guide.isPending) {
    return (
      <Loading label="Loading the size guide">
        <SkeletonText lines={8} />
      </Loading>
    );
  }
  if (guide.isError) {
    return <ErrorState title="The size guide could not be loaded." error={guide.error} onRetry={() => void guide.refetch()} />;
  }
  const { name, body, imageSrc, columns, rows } = guide.data.sizeGuide;
  return (
    <div className={css.guide}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className={css.scroll} tabIndex={0} aria-label={name}>
        <table className={css.table}>
          <caption>{name}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {imageSrc && <img src={imageSrc} alt="Where to measure" />}
      {body && <RichText html={body} />}
    </div>
  );
}
