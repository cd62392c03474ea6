import Type from 'typebox';
import { address } from '../../identity/addresses.ts';
import { CUSTOMER_LIST_NAMES } from '../../identity/list-settings/list-names.ts';
import { exportedMadeToMeasure } from '../../ordering/made-to-measure/made-to-measure.ts';
import { ORDER_STATUSES } from '../../ordering/order-states.ts';
import { exportedQuote } from '../../ordering/quotes/exported-quote.ts';
import { CONDITIONS, FITS } from '../../ordering/returns/returns.ts';
import { statementPeriod } from '../../ordering/statement.ts';
import { ownEntitlementRequest } from '../../people/entitlement-requests.ts';
import { specialMeasurements } from '../../people/person/person.ts';
import { REGISTRATION_STATES } from '../../people/registration.ts';
import { ownTimeRequest } from '../../people/time-requests.ts';
import { body, bodyConsent } from '../../sizing/sizing-schemas.ts';
import {
  bool,
  currencyCode,
  dateTime,
  described,
  employeeNumber,
  entity,
  gender,
  int,
  money,
  namesOf,
  nullable,
  oneOf,
  poNumber,
  text,
} from '../../values.ts';

/** What someone can have to do with an order. */
export const ORDER_RELATIONS = ['ordered', 'placedForSomebody', 'decided', 'wearer'] as const;

/** An agreement or its withdrawal. */
export const consent = entity('Consent', {
  kind: described(
    Type.Union([
      Type.Literal('email'),
      Type.Literal('phone'),
      Type.Literal('post'),
      Type.Literal('fax'),
      Type.Literal('terms'),
      Type.Literal('privacy'),
    ]),
    'Channel of marketing, or the terms or privacy notice.',
  ),
  given: described(bool, 'True for given, false for withdrawn.'),
  textVersion: described(int, 'Version of the text that was agreed to.'),
  createdOnUtc: dateTime,
});

const orderOfMine = entity('OwnDataOrder', {
  id: int,
  createdOnUtc: dateTime,
  relation: oneOf(ORDER_RELATIONS, 'Why the order is in this file.'),
  orderStatus: oneOf(namesOf(ORDER_STATUSES), 'Status of the order.'),
  poNumber,
  comments: described(nullable(text), 'Note for the warehouse and the courier.'),
  answers: described(nullable(text), 'Answers to the questions at checkout, a line for each; null for none.'),
  billingAddress: described(Type.Unknown(), 'Address of the invoice; null unless `relation` is `ordered`.'),
  shippingAddress: described(Type.Unknown(), 'Address of the delivery; null unless `relation` is `ordered`.'),
  orderTotal: described(
    nullable(money),
    'Total including tax and delivery; null unless `relation` is `ordered`, and for people who see no prices.',
  ),
  currencyCode,
  decisionReason: described(nullable(text), 'What the person wrote when they decided on the order; null for nothing.'),
  lines: described(
    Type.Array(
      entity({
        productName: text,
        sku: described(text, 'Stock-keeping unit (SKU).'),
        description: described(text, 'Colour, size and fit.'),
        quantity: described(int, 'Pieces.'),
        reason: described(nullable(text), 'Why pieces beyond the entitlement are needed; null for nothing.'),
        texts: described(Type.Array(text), 'Texts on the garment, for example `Niamh D.`.'),
      }),
    ),
    'Lines that concern the person.',
  ),
  parcels: described(
    Type.Array(
      entity({
        carrier: described(nullable(text), 'Who delivers the parcel; null when it is not known.'),
        trackingNumber: described(nullable(text), 'Number of the carrier; null when there is none.'),
        trackingUrl: described(nullable(text), 'Where the parcel can be followed; null when there is no address.'),
        collectedBy: described(nullable(text), 'Who collected the pieces, for example `Ann Ash`; null for those that were sent.'),
        sentOnUtc: described(nullable(dateTime), 'When it was sent; null before.'),
        deliveredOnUtc: described(nullable(dateTime), 'When it was delivered; null before.'),
        pieces: described(
          Type.Array(
            entity({
              productName: text,
              sku: described(text, 'Stock-keeping unit (SKU).'),
              quantity: described(int, 'Pieces.'),
            }),
          ),
          'What is in it that concerns the person.',
        ),
      }),
    ),
    'Parcels with pieces that concern the person.',
  ),
  notes: described(
    Type.Array(entity({ note: text, createdOnUtc: dateTime })),
    'What happened to the order, as its page says; empty unless `relation` is `ordered`.',
  ),
});

/** All data stored about one person, in one file. */
export const myData = entity('OwnData', {
  createdOnUtc: dateTime,
  profile: described(Type.Record(text, Type.Unknown()), 'Fields of the profile.'),
  addresses: described(Type.Array(address), 'The person’s own addresses.'),
  cart: described(
    Type.Array(
      entity({
        productName: text,
        sku: described(text, 'Stock-keeping unit (SKU).'),
        quantity: described(int, 'Pieces.'),
        reason: described(nullable(text), 'Why pieces beyond the entitlement are needed; null for nothing.'),
        texts: described(Type.Array(text), 'Texts on the garment, for example `Niamh D.`.'),
        createdOnUtc: dateTime,
      }),
    ),
    'Lines of the cart.',
  ),
  designs: described(
    Type.Array(
      entity('OwnDesign', {
        name: described(nullable(text), 'Name under which it was saved; null for none.'),
        productName: text,
        text: described(nullable(text), 'Text on the garment; null for a logo only.'),
        fontName: described(nullable(text), 'Font of the text.'),
        comments: described(nullable(text), 'Note for production.'),
        createdOnUtc: dateTime,
      }),
    ),
    'Designs of garments that the person has saved.',
  ),
  checkout: described(
    nullable(
      entity({
        poNumber,
        comments: described(nullable(text), 'Note for the warehouse and the courier.'),
        shippingMethod: described(nullable(text), 'How it was to be delivered.'),
        paymentMethod: described(nullable(text), 'How it was to be paid.'),
        answers: described(Type.Unknown(), 'Answers to the questions at checkout, as they are stored.'),
      }),
    ),
    'What was entered at the checkout for an order that was not placed yet; null for nothing.',
  ),
  orders: described(Type.Array(orderOfMine), 'Orders that the person placed, approved or wears goods from.'),
  entitlement: described(Type.Array(statementPeriod), 'What the person’s wardrobes granted in each period, and every movement.'),
  timeRequests: described(Type.Array(ownTimeRequest), 'How often the person asked for more time to order, and the decisions.'),
  entitlementRequests: described(Type.Array(ownEntitlementRequest), 'How often the person asked for more, and the decisions.'),
  consents: described(Type.Array(consent), 'Every agreement and withdrawal.'),
  specialMeasurements: described(
    nullable(specialMeasurements),
    'Measurements that someone took of the person; null when there are none.',
  ),
  madeToMeasure: described(
    Type.Array(exportedMadeToMeasure),
    'Garments made to measure that the person asked for, for themselves or others.',
  ),
  bodies: described(Type.Array(body), 'What the sizing service stores about the person.'),
  bodyConsent: described(nullable(bodyConsent), 'Consent under which it is stored; null when there is none.'),
  fitFeedback: described(
    Type.Array(
      entity({
        orderId: int,
        productName: text,
        description: described(text, 'Colour, size and fit.'),
        fit: oneOf(FITS, 'How the garment fits.'),
        updatedOnUtc: dateTime,
      }),
    ),
    'How the person said garments fit.',
  ),
  returnRequests: described(
    Type.Array(
      entity({
        customNumber: described(text, 'Number of the request, as on its label.'),
        orderId: int,
        productName: text,
        quantity: described(int, 'Pieces to be returned.'),
        reason: described(text, 'Why they are returned.'),
        action: described(text, 'What the person asked for, such as a repair.'),
        comments: described(nullable(text), 'What the person wrote; null for nothing.'),
        fit: nullable(oneOf(['tooSmall', 'tooBig'], 'How the garment fits; null when nothing was said about it.')),
        fitPlaces: described(Type.Array(text), 'Where it is too small or too big.'),
        status: described(text, 'State of the request.'),
        exchangeDescription: described(nullable(text), 'New colour, size and fit; null when nothing is exchanged or replaced.'),
        exchangeOrderId: described(nullable(int), 'Order of the new size; null when nothing is exchanged or replaced.'),
        receivedQuantity: described(nullable(int), 'Pieces received; null before.'),
        condition: described(nullable(oneOf(CONDITIONS, 'Condition in which the pieces arrived.')), 'Null before they arrived.'),
        receivedOnUtc: described(nullable(dateTime), 'When the pieces arrived; null before.'),
        decisionReason: described(nullable(text), 'Message to the wearer with the decision; null for nothing.'),
        refundedAmount: described(
          nullable(money),
          'Amount credited including tax; null before, and for people who see no prices.',
        ),
        currencyCode,
        createdOnUtc: dateTime,
      }),
    ),
    'What the person asked to return or exchange, and the answers.',
  ),
  quotes: described(Type.Array(exportedQuote), 'Quotes that the person asked for.'),
  files: described(
    Type.Array(
      entity({
        fileName: described(text, 'As the file was called.'),
        contentType: described(text, 'Such as `image/jpeg`.'),
        bytes: described(int, 'Its size.'),
        purpose: described(text, 'What it was uploaded for: `return`.'),
        returnNumber: described(nullable(text), 'Return that it belongs to; null for none.'),
        createdOnUtc: dateTime,
        expiresOnUtc: described(nullable(dateTime), 'When it is deleted; null while something refers to it.'),
      }),
    ),
    'Files that the person uploaded, or someone else for them. Their content can be opened where they belong, for example in the return.',
  ),
  stockNotices: described(
    Type.Array(
      entity({
        productName: text,
        description: described(text, 'Colour, size and fit.'),
        createdOnUtc: dateTime,
        expiresOnUtc: described(dateTime, 'When the person stops waiting for it.'),
        notifiedOnUtc: described(nullable(dateTime), 'When the email was written; null while there is none.'),
      }),
    ),
    'What the person wanted to be told of when it can be ordered again. Deleted 30 days after it has ended.',
  ),
  documentDownloads: described(
    Type.Array(
      entity({
        name: described(text, 'Name of the document.'),
        version: described(int, 'Number of the version.'),
        filename: described(text, 'Name of the file.'),
        downloadedOnUtc: dateTime,
      }),
    ),
    'Documents that the person downloaded. Two years later, it is no longer stored who did.',
  ),
  listViews: described(
    Type.Array(
      entity({
        list: oneOf(CUSTOMER_LIST_NAMES, 'The list.'),
        name: text,
        filters: described(text, 'Filters and order as a query string.'),
        columns: described(nullable(Type.Array(text)), 'Columns that are shown, in their order; null for the default.'),
        isShared: described(bool, 'Whether the organisation shares the view, and the person shared it.'),
        createdOnUtc: dateTime,
      }),
    ),
    'Views of lists that the person saved or shared.',
  ),
  orderSheets: described(
    Type.Array(
      entity({
        sheet: described(nullable(text), 'Name of the saved sheet; null for a sheet of someone else.'),
        isShared: described(bool, 'Whether colleagues who may order for others see the sheet.'),
        wearer: described(text, 'Name, email address or employee number as typed; empty for a sheet without rows.'),
        garment: described(text, 'Product or SKU as typed.'),
        colour: described(text, 'Colour as typed.'),
        size: described(text, 'Size as typed.'),
        fit: described(text, 'Fit as typed.'),
        quantity: described(text, 'Quantity as typed.'),
        reason: described(text, 'Reason as typed.'),
        nameOnGarment: described(text, 'Name on the garment as typed.'),
        createdOnUtc: described(dateTime, 'When the sheet was first saved.'),
      }),
    ),
    'Rows of the sheets for many wearers that the person saved, and rows for the person in sheets of others.',
  ),
  listSettings: described(
    Type.Array(
      entity({
        list: oneOf(CUSTOMER_LIST_NAMES, 'The list.'),
        settings: described(Type.Unknown(), 'Columns, rows per page and density that the person chose.'),
        updatedOnUtc: dateTime,
      }),
    ),
    'How the person arranged lists.',
  ),
  importedRows: described(
    Type.Array(
      entity({
        line: described(nullable(int), 'Line of the file; null for people that the file did not name.'),
        values: described(
          Type.Array(
            entity({
              column: described(nullable(text), 'Heading, for example `First name`; null where the file has none.'),
              value: described(text, 'Content of the cell, for example `Ada`.'),
            }),
          ),
          'What the file said of the person.',
        ),
        answers: described(
          Type.Array(described(text, 'For example `Nothing changes.`')),
          'Why the line was not imported, or what was to be noticed.',
        ),
        uploadedOnUtc: dateTime,
      }),
    ),
    'Lines about the person in files that an administrator uploaded. They are deleted after 90 days.',
  ),
  logIns: described(
    Type.Array(
      entity({
        device: described(text, 'Browser and system, for example `Chrome on Windows`, as the browser reported them.'),
        userAgent: described(nullable(text), 'What the browser sent about itself; null for nothing.'),
        createdOnUtc: dateTime,
        lastSeenOnUtc: described(dateTime, 'Time of the latest request, to within some minutes.'),
        endedOnUtc: described(nullable(dateTime), 'When the session ended; null while it lasts.'),
        actingFor: described(nullable(text), 'Name of the person being impersonated; null for none.'),
      }),
    ),
    'Sessions.',
  ),
  erasureRequests: described(
    Type.Array(
      entity({
        createdOnUtc: dateTime,
        withdrawnOnUtc: described(nullable(dateTime), 'When the request was withdrawn; null when it was not.'),
        doneOnUtc: described(nullable(dateTime), 'When the request was granted; null when it was not.'),
      }),
    ),
    'Requests to erase the account.',
  ),
  registrations: described(
    Type.Array(
      entity({
        state: oneOf(REGISTRATION_STATES, 'State of the request.'),
        email: text,
        firstName: text,
        lastName: text,
        employeeNumber,
        poNumber,
        gender,
        createdOnUtc: dateTime,
        decidedOnUtc: described(nullable(dateTime), 'When an administrator decided; null while the request waits.'),
        rejectReason: described(nullable(text), 'Reason given by the administrator; null when there is none.'),
      }),
    ),
    'Registrations with the same email address.',
  ),
  invitations: described(
    Type.Array(entity({ requestedOnUtc: dateTime, sentOnUtc: nullable(dateTime) })),
    'Invitations requested and sent.',
  ),
  optOuts: described(
    Type.Array(
      entity({
        optedOutOnUtc: dateTime,
        undoneOnUtc: described(nullable(dateTime), 'When an administrator undid the opt-out; null when none did.'),
      }),
    ),
    'Opt-outs from the uniform allocation.',
  ),
  mails: described(
    Type.Array(
      entity({ template: described(text, 'Name of the template.'), createdOnUtc: dateTime, sentOnUtc: nullable(dateTime) }),
    ),
    'Emails sent to the person.',
  ),
  audit: described(
    Type.Array(
      entity({
        action: described(text, 'Code of the action, for example `opt-out.undone`.'),
        createdOnUtc: dateTime,
        by: described(nullable(text), 'Name of the person who did it, or `The supplier`; null for the portal itself.'),
        actingFor: described(nullable(text), 'Name of the person being impersonated; null for none.'),
        before: described(Type.Unknown(), 'Values before.'),
        after: described(Type.Unknown(), 'Values after.'),
      }),
    ),
    'What was done to or by the person.',
  ),
});
