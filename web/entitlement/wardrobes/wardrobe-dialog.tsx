import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller, useProfile } from '#web/app/session/profile.ts';
import { RecordDialog } from '#web/organisation/structure/record-dialog.tsx';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { reloadWardrobe, storeWardrobe, type Wardrobe, wardrobesQuery } from './wardrobe-data.ts';
import { listWardrobeFields, newWardrobe, toWardrobeValues } from './wardrobe-fields.ts';

interface Props {
  /** The wardrobe to edit; a new one is added without. */
  wardrobe?: Wardrobe;
  onClose: () => void;
}

/** Dialog for adding a wardrobe, or for editing what its draft does not have: name, description, picture, and who may have it. */
export function WardrobeDialog({ wardrobe, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { seasons, groups } = useWardrobeNames();
  const parents = useQuery(wardrobesQuery).data?.wardrobes ?? [];
  const ownGroups = useCaller()?.adminableOrganisationGroupIds ?? [];
  const currencyCode = useProfile()?.currencyCode ?? '';
  const fields = listWardrobeFields({ seasons, groups, parents, needsGroup: ownGroups.length > 0, currencyCode }, wardrobe);
  return (
    <RecordDialog
      title={wardrobe ? `Edit ${wardrobe.name}` : 'New wardrobe'}
      closeLabel="Close wardrobe"
      submitLabel={wardrobe ? 'Save wardrobe' : 'Add wardrobe'}
      draftKey={`wardrobe.${wardrobe?.id ?? 'new'}`}
      fields={fields}
      saved={wardrobe ? toWardrobeValues(wardrobe) : newWardrobe(ownGroups[0] ?? 0)}
      {...(wardrobe ? { version: wardrobe.version } : {})}
      save={async ({ necessity, ...others }) => {
        // The choice of none is an empty text.
        const payload = { ...others, ...(necessity === undefined ? {} : { necessity: necessity || null }) };
        const saved = wardrobe
          ? await api('PUT /api/organisation/wardrobes/:id', {
              params: { id: wardrobe.id },
              body: { wardrobe: payload as object },
            })
          : await api('POST /api/organisation/wardrobes', { body: { wardrobe: payload as object } });
        storeWardrobe(client, saved.wardrobe);
        if (!wardrobe) void navigate(paths.wardrobe(saved.wardrobe.id));
      }}
      {...(wardrobe ? { reload: async () => (await reloadWardrobe(client, wardrobe.id)).version } : {})}
      savedMessage={(name) => `“${name}” ${wardrobe ? 'saved' : 'added'}.`}
      onClose={onClose}
    />
  );
}
