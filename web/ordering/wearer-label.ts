import { useProfile } from '#web/app/session/profile.ts';

/** Names the wearer of a line, "for Ana Lima"; nothing where it is the person whose pages are shown, or no one. */
export function useWearerLabel(): (line: { customerId: number | null; customerName: string | null }) => string | null {
  const ownId = useProfile()?.id;
  return ({ customerId, customerName }) => (customerName && customerId !== ownId ? `for ${customerName}` : null);
}
