/** A complete setup file, as `npm run setup -- --example` prints it. Fields that are commented out have the default that is shown. */
export const EXAMPLE = `// A file for \`npm run setup -- --file setup.json\`: JSON, in which comments and commas at the end are permitted.
// The command can be repeated with the same file: it changes nothing then. A field that is left out gets its default
// when the record is added, and is not changed later.
{
  // The brand under which the portal is reached. A portal can have several, one for each theme: repeat the command with --add.
  "brand": {
    "theme": "sundial", // colours, shapes and typefaces: sundial, alder or brackwell
    "company": "Northgate Workwear", // on pages, in mails and on documents
    "url": "https://uniforms.northgate.example", // links in mails start with it; on your own machine http://localhost:3000
    // "hosts": ["www.uniforms.northgate.example"], // further host names under which the portal is reached
    // Who invoices. Without it, orders are delivered and no invoices are issued.
    "invoicing": {
      "legalName": "Northgate Workwear Ltd",
      "address": ["12 Mill Lane", "Leeds", "LS1 4AB", "United Kingdom"],
      "vatNumber": "GB 123 4567 89",
      "companyNumber": "01234567",
      "numberPrefix": "NGW", // invoices get the numbers NGW-000001 …
      // "paymentDays": 30,
      "bankName": "Aire Valley Bank",
      "iban": "GB29AVBK60161331926819",
      "bic": "AVBKGB2L"
    },
    // "returnAddress": ["Returns", "14 Mill Lane", "Leeds", "LS1 4AB"], // the address of the company that invoices
    "helpEmail": "help@northgate.example",
    "helpPhone": "0113 496 0100",
    "helpText": "We answer Monday to Friday, 9:00 to 17:00."
    // "termsUrl": "/terms", "privacyUrl": "/privacy" // pages of your own start with https://
  },

  // The first of the supplier's own staff. Further ones are added at /operator, on the page Team.
  "operator": { "email": "olive@northgate.example", "name": "Olive Owen" },

  // The first customer.
  "organisation": {
    "name": "Harbour Hotels",
    // "currency": "GBP",
    // "taxPercent": 20,
    // "pricesIncludeTax": false, // how prices are shown
    // "timeZone": "Europe/London", // set once; its administrators can change it
    "vatNumber": "GB 987 6543 21",
    "invoiceEmail": "accounts@harbour.example", // without it, the administrators get the invoices
    // "invoices": "shipment", // or monthly
    // "paymentDays": 30, // those of the brand
    // "creditLimit": 5000, // none
    // "poNumberRequired": false,
    // "wearersSeePrices": true,
    // "keepsOwnPrices": false, // true: its administrators set the prices of its range
    // "allowOptOut": true,
    // "returnDays": 365,
    "invoiceAddress": {
      // "company": the name of the organisation; "firstName" and "lastName": those of the administrator
      "address1": "1 Quayside",
      "address2": "Floor 2",
      "city": "Bristol",
      // "county": "Bristol", "state": "CA", // a state only in countries whose addresses name one
      "postcode": "BS1 6TE",
      "country": "GB",
      "phone": "0117 496 0200"
    },
    // Where people work and goods are delivered. Without it, one at the invoice address. Set once; its administrators add others.
    "destinations": [
      { "name": "Quayside Hotel", "address": { "address1": "1 Quayside", "city": "Bristol", "postcode": "BS1 6TE", "country": "GB" } }
    ]
    // "season": { "name": "Season 2026", "startsOn": "2026-01-01", "endsOn": "2026-12-31" } // twelve months from this month; set once
  },

  // Who manages the organisation's people, approves orders and can order. The command prints the link for the first password, and mails it.
  "administrator": { "email": "ada@harbour.example", "firstName": "Ada", "lastName": "Lane" },

  // Prices without tax. An option that is removed from the file is no longer offered.
  "shippingOptions": [
    { "name": "Standard delivery", "description": "Three working days", "price": 4.5, "freeFrom": 150, "days": 3 },
    // Orders that are released before the cut-off time leave on the same day. What is not stated here of these, operators keep.
    { "name": "Next working day", "price": 8.95, "days": 1, "countries": ["GB"], "kind": "sent", "cutOff": "14:00" },
    { "name": "Collect from the depot", "price": 0, "kind": "collected", "collectFrom": "Counter of the depot, 4 Mill Lane, Bristol", "openingHours": "Monday to Friday, 7.30 am to 4 pm" }
  ],
  "paymentOptions": [
    { "method": "onAccount", "name": "On account", "description": "Invoiced, payable within 30 days" }
    // By card, once the brand has a payment provider: orders of the organisation by these roles, and what people order beyond their entitlement
    // where their wardrobe lets them pay for it.
    // { "method": "card", "roles": ["Buyer"], "ownPart": true }
  ],

  // A product file in the format of Shopify, relative to this file; see Catalogues in docs/operations/set-up.md.
  // "products": { "file": "products.csv", "pictures": "pictures" }
}
`;
