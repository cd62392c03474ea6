import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AudienceValues } from '#web/content/publications/audience.ts';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { operatorApi } from '../session/operator-api.ts';

/** Counted when the choice has not changed for so long. */
const PAUSE_MS = 400;

/** How many people something would reach, in words such as "1,240 people at 2 clients"; undefined while that is not known. */
export function useReach({ brandIds, organisationIds, roleIds, groupIds }: AudienceValues): string | undefined {
  const text = JSON.stringify({ brandIds, organisationIds, roleIds, groupIds });
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery({
    queryKey: ['POST /api/operator/content/audience/count', settled],
    queryFn: ({ signal }) => operatorApi('POST /api/operator/content/audience/count', { body: JSON.parse(settled), signal }),
    enabled: brandIds.length + organisationIds.length > 0 && settled === text,
    placeholderData: keepPreviousData,
  });
  if (!data || settled !== text || brandIds.length + organisationIds.length === 0) return undefined;
  if (data.people === 0) return 'no one who can log in now';
  return `${formatNumber(data.people)} ${data.people === 1 ? 'person' : 'people'} at ${plural(data.organisations, 'client')}`;
}
