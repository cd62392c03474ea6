import { NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { ALLOCATION_TYPES } from '#web/organisation/structure/allocation-types.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './preview-banner.module.css';
import type { BuilderState } from './use-builder.ts';

interface Props {
  state: BuilderState;
  /** With the choice of an allocation type. */
  hasTypes: boolean;
}

/** Says that this is a preview, and of what; leads back to the wardrobe's page. */
export function PreviewBanner({ state: { builder }, hasTypes }: Props) {
  const [search, setSearch] = useSearchParams();
  const { collection, allocationTypeId } = builder;
  const permitted = ALLOCATION_TYPES.filter(({ value }) => collection.allowedAllocationTypes.some(({ id }) => id === value));
  const preview = (typeId: string) => {
    const next = new URLSearchParams(search);
    next.set('allocationTypeId', typeId);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <div className={css.banner}>
      <Notice actions={<Link to={paths.wardrobe(collection.id)}>Back to the wardrobe</Link>}>
        <strong>Preview: what a wearer of {collection.name} sees.</strong> Nothing can be ordered here.
      </Notice>
      {hasTypes && permitted.length > 1 && (
        <NativeSelect
          className={css.type}
          label="The wearer’s allocation"
          rightSection={<DownIcon size={16} />}
          value={String(allocationTypeId)}
          data={permitted.map(({ value, label }) => ({ value: String(value), label: label.split(':')[0] ?? label }))}
          onChange={(event) => preview(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
