/** What all calls have in common, as Markdown: the introduction of the API documentation at `/docs/api`. */
export const API_CONVENTIONS = `
The portal’s API. Every call but those marked as open needs \`Authorization: Bearer …\` with a token of \`POST /api/token\`.

* **Names.** Paths and keys are matched without regard to case. Keys of replies are in camelCase; absent values are null, lists are never null.
* **Dates.** ISO 8601 in UTC with \`Z\`, for example \`2026-03-01T09:12:44Z\`; their keys end in \`Utc\`.
* **Money.** Numbers with two decimals in the organisation’s currency (ISO 4217).
* **Ids.** Positive integers. In a query, 0 means "no filter". An id of another organisation is not found (404).
* **Paging.** \`page\` counts from 0, \`limit\` is 10 by default and 250 at most; \`totalCount\` counts all pages.
* **Changes.** PUT changes the properties sent: absent ones stay as they are, null clears, unknown ones are ignored, except by
  calls with lists that say otherwise (422). A body may be sent
  with or without its root (\`{"customer": {…}}\` or \`{…}\`).
* **Edit conflicts.** A change that names the \`version\` it is based on gets 409 when someone else has changed the same value since.
* **Idempotency.** A call that places an order takes a header \`Idempotency-Key\`; repeating it returns the first response.
* **Impersonation.** While an Admin or Sales orders for someone, cart, checkout, catalogue and orders are that person’s.
* **Errors.** \`{"errors": {"<field>": ["<sentence>"]}}\`; sentences can be shown to users. 400 bad parameter or business rule, 401 no valid
  session, 403 not allowed, 404 not found, 405 method not supported, 409 conflict with the present state, 413 too large, 421 host of no
  portal, 422 invalid field, 429 too many requests.
`.trim();
