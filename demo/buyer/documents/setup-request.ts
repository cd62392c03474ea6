import type { SetupOperation } from '#api/integrations/punchout/cxml/setup-request.rules.ts';
import { element, type XmlOutput } from '#api/integrations/punchout/xml/write-xml.ts';
import type { BuyerAddress, BuyerUser } from '../connection.ts';
import type { BuyerProfile, UserValue } from '../profiles.ts';
import type { RequisitionLine } from '../requisitions.ts';
import { wrapText, writeBuyerAddress } from './buyer-envelope.ts';
import { writeItemDetail, writeItemId } from './items.ts';

/** What one visit of a user asks for. */
export interface SetupFacts {
  operation: SetupOperation;
  buyerCookie: string;
  returnUrl: string;
  user: BuyerUser;
  shipTo: BuyerAddress;
  selectedItem: { partId: string; auxiliaryId?: string } | undefined;
  /** The cart that is changed or looked at. */
  lines: readonly RequisitionLine[];
}

const readUserValue = (user: BuyerUser, value: UserValue): string =>
  ({
    email: user.email,
    userName: user.email.split('@', 1)[0] ?? user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    costCentre: user.costCentre,
    businessUnit: 'RAIL',
  })[value];

/** The `PunchOutSetupRequest` of a profile. */
export function writeSetupRequest(profile: BuyerProfile, facts: SetupFacts): XmlOutput {
  const { operation, buyerCookie, returnUrl, user, shipTo, selectedItem, lines } = facts;
  const contact =
    profile.hasContact &&
    element(
      'Contact',
      { role: 'endUser' },
      element('Name', { 'xml:lang': 'en-GB' }, `${user.firstName} ${user.lastName}`),
      element('Email', {}, user.email),
    );
  const formPost = element('BrowserFormPost', {}, element('URL', {}, wrapText(profile, returnUrl)));
  return element(
    'PunchOutSetupRequest',
    { operation },
    element('BuyerCookie', {}, buyerCookie),
    profile.extrinsics.map(([name, value]) => element('Extrinsic', { name }, readUserValue(user, value))),
    profile.hasContactFirst ? [contact, formPost] : [formPost, contact],
    profile.shipTo !== 'none' && writeBuyerAddress('ShipTo', shipTo, profile.shipTo === 'withEmail' ? user.email : undefined),
    selectedItem && element('SelectedItem', {}, writeItemId(selectedItem)),
    lines.map((line, place) =>
      element('ItemOut', { quantity: line.quantity, lineNumber: place + 1 }, writeItemId(line), writeItemDetail(line)),
    ),
  );
}
