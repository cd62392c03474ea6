import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { hasLengths, toGuideColumns } from '#web/sizing/guide-columns.ts';
import { useLengthUnit } from '#web/sizing/use-length-unit.ts';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
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
  // Guides are corrected while people order, so the dialog asks again each time it is opened.
  const guide = useQuery({ ...apiQuery('GET /api/products/sizeguide/:id', { params: { id } }), staleTime: 0 });
  const usual = useLengthUnit();
  const [chosen, setUnit] = useState<'cm' | 'inches'>();
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
  const unit = chosen ?? usual;
  const shown = toGuideColumns(columns, unit);
  return (
    <Stack gap={20}>
      {hasLengths(columns) && (
        <Group role="group" gap="xs" aria-label="Unit of measurement">
          <Toggle pressed={unit === 'cm'} onChange={() => setUnit('cm')}>
            cm
          </Toggle>
          <Toggle pressed={unit === 'inches'} onChange={() => setUnit('inches')}>
            inches
          </Toggle>
        </Group>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section className={css.scroll} tabIndex={0} aria-label={name}>
        <table className={css.table}>
          <caption>{name}</caption>
          <thead>
            <tr>
              {shown.map(({ heading }) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells[0]}>
                <th scope="row">{cells[0]}</th>
                {shown.slice(1).map(({ index, heading, show }) => {
                  const { text, own } = show(cells[index] ?? '');
                  return (
                    <td key={heading}>
                      {text}
                      {own !== undefined && (
                        <Text span display="block" size="sm" c="dimmed">
                          {own}
                        </Text>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {imageSrc && (
        <div>
          <img src={imageSrc} alt="Where to measure" />
        </div>
      )}
      {body && <RichText html={body} />}
    </Stack>
  );
}
