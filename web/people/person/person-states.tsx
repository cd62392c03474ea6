import { isAdmin, type Profile } from '#web/app/session/profile.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';

/** A person who does not exist, or whom the caller may not see. */
export const PersonMissing = ({ caller }: { caller: Profile | undefined }) => (
  <EmptyState title="Person not found">
    {caller && !isAdmin(caller)
      ? 'They may have been removed.'
      : 'They may have been removed, or belong to groups that you do not administer.'}
  </EmptyState>
);

export const LoadingPerson = () => (
  <PageLoading label="Loading the person">
    <SkeletonRows rows={6} height={72} />
  </PageLoading>
);
