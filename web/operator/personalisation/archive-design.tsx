import { useMutation, useQuery } from '@tanstack/react-query';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { operatorApi } from '../session/operator-api.ts';
import { type ClientDesign, useSavedDesigns } from './designs.ts';
import { OutcomeStep } from './outcome-step.tsx';

const CALL = 'POST /api/operator/organisations/:id/designs/:designId/archive';

interface Props {
  organisationId: number;
  design: ClientDesign;
  onClose: () => void;
}

/** Archives a design, after what that touches has been shown. */
export function ArchiveDesign({ organisationId, design, onClose }: Props) {
  const saved = useSavedDesigns(organisationId);
  const params = { id: organisationId, designId: design.id };
  const preview = useQuery({
    queryKey: [CALL, params, design.version],
    queryFn: () => operatorApi(CALL, { params, body: { preview: true, version: design.version } }),
    gcTime: 0,
  });
  const archiving = useMutation({
    mutationFn: (outcomeFingerprint: string) =>
      operatorApi(CALL, { params, body: { outcomeFingerprint, version: design.version } }),
    onSuccess: (reply) => {
      saved(reply, `“${design.name}” has been archived.`);
      onClose();
    },
    onError: (error) => {
      showError(error);
      void preview.refetch();
    },
  });
  if (preview.data)
    return (
      <OutcomeStep
        outcome={[`“${design.name}” is archived and can’t be restored.`, ...preview.data.outcome]}
        label="Archive design"
        color="red"
        backLabel="Cancel"
        isSaving={archiving.isPending}
        onConfirm={() => archiving.mutate(preview.data.outcomeFingerprint)}
        onBack={onClose}
      />
    );
  if (preview.error)
    return (
      <ErrorState title="What this changes could not be loaded." error={preview.error} onRetry={() => void preview.refetch()} />
    );
  return (
    <Loading label="Loading what this changes">
      <SkeletonText lines={4} />
    </Loading>
  );
}
