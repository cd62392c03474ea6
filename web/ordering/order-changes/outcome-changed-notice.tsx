import type { ApiError } from '#web/app/api-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Says that what was confirmed would no longer do what was shown; what it would do now is shown beside it. */
export const OutcomeChangedNotice = ({ error }: { error: ApiError }) => (
  <Notice tone="warning" role="alert">
    <strong>{error.messages[0]}</strong> Nothing has been done yet. Please check it again.
  </Notice>
);
