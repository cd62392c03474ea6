import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useIsWearer } from '#web/app/session/profile.ts';

interface Props {
  line: { quoteId: number | null; quoteNumber: string | null };
  /** Whether the order is that of the person whose pages are shown. */
  isOwn?: boolean;
}

/** Says at the price of which quote a line was ordered; a link for those who can open the quote. Nothing for other lines. */
export function QuotedPrice({ line: { quoteId, quoteNumber }, isOwn = false }: Props) {
  const isWearer = useIsWearer();
  if (quoteId === null) return null;
  return (
    <Text span size="sm" c="dimmed">
      Price from {isOwn || !isWearer ? <Link to={paths.quote(quoteId)}>quote {quoteNumber}</Link> : `quote ${quoteNumber}`}
    </Text>
  );
}
