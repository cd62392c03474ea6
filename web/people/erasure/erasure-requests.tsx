import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate } from '#web/ui/format/format.ts';

/** Open erasure requests, each with a link to the person's page, where the erasure is done. */
export function ErasureRequests() {
  const { data } = useQuery(apiQuery('GET /api/erasurerequests'));
  if (!data || data.erasureRequests.length === 0) return null;
  return (
    <Box mb="sm">
      <Notice tone="warning">
        {data.erasureRequests.length === 1 ? '1 person has' : `${data.erasureRequests.length} people have`} asked for their data
        to be erased:{' '}
        {data.erasureRequests.map(({ id, customerId, name, createdOnUtc }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to={paths.person(customerId)}>{name}</Link> (since {formatDate(createdOnUtc)})
          </span>
        ))}
        .
      </Notice>
    </Box>
  );
}
