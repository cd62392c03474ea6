/** What of a connection decides where carts may go. */
export interface ReturnAddressSettings {
  permitsHttp: boolean;
  permitsSapevent: boolean;
  /** Origins to which carts are returned; empty before the first return address is learnt. */
  returnOrigins: readonly string[];
}

/** Whether a return address is accepted. */
export type CheckedReturnAddress =
  | {
      isAccepted: true;
      /** What may be named in a policy: the origin, or `sapevent:`. */
      origin: string;
      /** Whether the connection has no origins yet, so that this one is learnt and shown for approval. */
      isLearnt: boolean;
    }
  | { isAccepted: false; reason: string };

const MAX_LENGTH = 4000;
/** Longer than any name of a host. */
const MAX_ORIGIN_LENGTH = 300;

const refuse = (reason: string): CheckedReturnAddress => ({ isAccepted: false, reason });

/**
 * Whether a cart may be returned to an address. It is read as browsers read it, so tabs and line breaks hide nothing. An origin that the connection does not have is
 * refused: the form carries what the person ordered.
 */
export function checkReturnAddress(
  address: string | undefined,
  { permitsHttp, permitsSapevent, returnOrigins }: ReturnAddressSettings,
): CheckedReturnAddress {
  if (address === undefined || address.trim() === '') return refuse('The return address is missing. Add it to the request.');
  if (address.length > MAX_LENGTH) return refuse(`The return address is longer than ${MAX_LENGTH} characters. Shorten it.`);
  const url = URL.parse(address.trim());
  if (!url) return refuse('The return address is not a complete URL. It should begin with https://.');
  if (url.protocol === 'sapevent:')
    return permitsSapevent
      ? { isAccepted: true, origin: url.protocol, isLearnt: false }
      : refuse('SAPEVENT return addresses are turned off for this connection. Ask the supplier to allow them.');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && permitsHttp))
    return refuse('The return address should begin with https://. Use an encrypted address.');
  if (url.username !== '' || url.password !== '')
    return refuse('The return address contains a user name or password. Remove it from the address.');
  if (url.origin.length > MAX_ORIGIN_LENGTH)
    return refuse('The host of the return address is too long to exist. Check the address.');
  const isKnown = returnOrigins.includes(url.origin);
  if (!isKnown && returnOrigins.length > 0)
    return refuse(`Carts of this connection aren’t returned to ${url.origin}. Ask the supplier to add it.`);
  return { isAccepted: true, origin: url.origin, isLearnt: !isKnown };
}
