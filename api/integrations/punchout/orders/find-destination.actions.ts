import { type Address, listAddresses } from '#api/identity/addresses/addresses.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Connection } from '../connections/connection.queries.ts';
import { findAddressOfTrip, findCountry, readMappedAddress } from './delivery.queries.ts';
import { describeAddress, isComplete, isSameAddress, toOneTimeAddress } from './delivery-address.rules.ts';
import { type Finding, ofOrder } from './differences.rules.ts';
import type { SentOrder } from './sent-order.rules.ts';

/** Where an order is delivered to: by the map of the connection, otherwise as it says, otherwise where the cart was to go. */
export async function findDeliveryAddress(
  tx: Tx,
  {
    connection,
    order,
    scope,
    tripId,
    now,
  }: { connection: Connection; order: SentOrder; scope: Scope; tripId: string | undefined; now: Date },
): Promise<{ address: Address | undefined; findings: Finding[] }> {
  const sent = order.shipTo;
  const mapped = sent?.id === undefined ? undefined : await readMappedAddress(tx, connection, sent.id);
  const others = order.lines.flatMap(({ shipTo, lineNumber }) =>
    shipTo && !(sent && isSameAddress(shipTo, sent)) ? [{ shipTo, lineNumber }] : [],
  );
  const findings = others.map(
    ({ shipTo, lineNumber }): Finding => ({
      ...{ kind: 'address', lineNumber, isDoubtful: false },
      text: `Line ${lineNumber}: it is to be delivered to another address: ${describeAddress(shipTo)}. The order is sent to one address.`,
    }),
  );
  if (mapped) return { address: mapped, findings };
  const country = sent?.countryCode === undefined ? undefined : await findCountry(tx, sent.countryCode);
  if (sent && country && isComplete(sent)) {
    const address = toOneTimeAddress(sent, { country, contactName: order.contact.name ?? '', createdAt: now });
    const text = `The delivery address is not one of ours: ${describeAddress(sent)}. Please check it before you send anything.`;
    return { address, findings: [ofOrder('address', false, text), ...findings] };
  }
  const ofTrip = tripId === undefined ? undefined : await findAddressOfTrip(tx, connection.organisationId, tripId);
  const address = ofTrip ?? (await listAddresses(tx, scope, 'shipping'))[0];
  const reason = sent ? `The delivery address is incomplete: ${describeAddress(sent)}.` : 'The order names no delivery address.';
  const instead = address
    ? `It would go to ${[address.company, address.address1, address.city].filter(Boolean).join(', ')}.`
    : 'There is no other one.';
  // What the cart was to go to needs no decision where the order names nothing else.
  return { address, findings: [ofOrder('address', sent !== undefined || !ofTrip, `${reason} ${instead}`), ...findings] };
}
