import { useRef } from 'react';
import { createIdempotencyKey } from './idempotency-key.ts';

/**
 * The header with the idempotency key of a request: the same for the same request, so that sending it again after the connection was lost does it
 * once, and another one for another request. The server forgets the key of a request that it has refused.
 */
export function useIdempotencyKey(): (request: unknown) => { 'Idempotency-Key': string } {
  const last = useRef<{ request: string; key: string }>(undefined);
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, key: createIdempotencyKey() };
    return { 'Idempotency-Key': last.current.key };
  };
}
