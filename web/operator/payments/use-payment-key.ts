import { useRef } from 'react';

/** The idempotency key of a request: the same for the same request, so that sending it twice records it once, and another one for another. */
export function usePaymentKey(): (request: unknown) => { 'Idempotency-Key': string } {
  const last = useRef<{ request: string; key: string }>(undefined);
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return { 'Idempotency-Key': last.current.key };
  };
}
