import { type Credential, type CxmlEnvelope, isSameParty } from '../cxml/envelope.rules.ts';

const TEST_SUFFIX = /-t$/i;

/** Who a connection says its documents come from. */
export interface KnownParties {
  /** The buyer, by any of its identities; empty where it is not checked. */
  buyerIdentities: readonly Credential[];
  /** Who sends for it, where a network stands between; empty: the buyer itself. */
  senderIdentities: readonly Credential[];
}

/** On Ariba's network a test account has the identity of the account with `-T` or `-t` after it. */
const isTestAccountOf = (sent: Credential, known: Credential): boolean =>
  TEST_SUFFIX.test(sent.identity) && isSameParty({ ...sent, identity: sent.identity.replace(TEST_SUFFIX, '') }, known);

const isAccepted = (sent: Credential, known: readonly Credential[]): boolean =>
  known.some((one) => isSameParty(sent, one) || isTestAccountOf(sent, one));

/**
 * The secrets with which a document can prove itself to a connection: those of its senders that the connection knows, where the buyer is known too. A network
 * that stands between has identities of its own; without any, the buyer sends itself. Empty when no party is known.
 */
export function listPresentedSecrets(
  { buyerIdentities, senderIdentities }: KnownParties,
  { from, sender }: Pick<CxmlEnvelope, 'from' | 'sender'>,
): string[] {
  const isBuyerKnown = buyerIdentities.length === 0 || from.some((one) => isAccepted(one, buyerIdentities));
  if (!isBuyerKnown) return [];
  const senders = senderIdentities.length > 0 ? senderIdentities : buyerIdentities;
  return sender.flatMap((one) =>
    one.secret !== undefined && (senders.length === 0 || isAccepted(one, senders)) ? [one.secret] : [],
  );
}

/** Whether a document comes from the test account of a network. */
export const isFromTestAccount = (
  { buyerIdentities }: Pick<KnownParties, 'buyerIdentities'>,
  { from }: Pick<CxmlEnvelope, 'from'>,
): boolean =>
  !from.some((one) => buyerIdentities.some((known) => isSameParty(one, known))) &&
  from.some((one) => buyerIdentities.some((known) => isTestAccountOf(one, known)));
