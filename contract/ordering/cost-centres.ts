import Type from 'typebox';
import { endpoint, operator, roles } from '../endpoint.ts';
import {
  amountInput,
  bool,
  claims,
  currencyCode,
  dayInput,
  described,
  entity,
  expectedVersion,
  fingerprint,
  id,
  idOrNone,
  int,
  maybe,
  money,
  named,
  nullable,
  paging,
  seenFingerprint,
  text,
  totalCount,
  version,
} from '../values.ts';

const tags = ['Cost centres'] as const;
const access = roles('OrganisationAdmin');

/** The most cost centres of an organisation. */
export const MAX_COST_CENTRES = 5000;
/** The most rows of a file with cost centres. */
export const MAX_COST_CENTRE_ROWS = 5000;

const VALID_FROM = 'First day on which it can be chosen, such as `2026-04-01`; null for no such day.';
const VALID_UNTIL = 'Last day on which it can be chosen, such as `2027-03-31`; null for no such day.';
const SEASON_LIMIT =
  'What its orders of a season may cost without approval, excluding tax; null for no limit. Applies where the rules of approval have one of kind `costCentre`.';

/** A cost centre in a list. */
export const costCentre = entity('CostCentre', {
  id: int,
  code: described(text, 'Its code in the books of the organisation, for example `4711`; unique within the organisation.'),
  name: text,
  groups: described(Type.Array(named), 'Only people of these groups may choose it; empty: everyone.'),
  active: described(bool, 'False once it was withdrawn. Orders keep it.'),
  isOpen: described(bool, 'Whether it can be chosen today: it is active, and today is one of its days.'),
  validFrom: described(nullable(text), VALID_FROM),
  validUntil: described(nullable(text), VALID_UNTIL),
  seasonLimit: described(nullable(money), SEASON_LIMIT),
  seasonValue: described(
    money,
    'What its orders of the current season cost the organisation, excluding tax, without cancelled and rejected ones.',
  ),
  peopleCount: described(int, 'People whose orders are charged to it until they choose another one.'),
  version,
});

const list = entity('CostCentreList', {
  costCentres: Type.Array(costCentre),
  totalCount,
  currencyCode,
  groups: described(Type.Array(named), 'Groups of the organisation.'),
  currentSeasonName: described(nullable(text), 'The season that `seasonValue` counts; null when none is current.'),
});

const filters = {
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
    'Words to find in code or name.',
  ),
  activeOnly: described(Type.Optional(bool), 'Only those that have not been withdrawn.'),
  openOnly: described(Type.Optional(bool), 'Only those that can be chosen today.'),
  ...paging,
};

const code = (description: string) =>
  described(
    Type.String({ minLength: 1, maxLength: 40, pattern: '\\S', message: 'Please enter a code of at most 40 characters.' }),
    description,
  );
const name = described(
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', message: 'Please enter a name of at most 200 characters.' }),
  'Name, for example `Track maintenance north`.',
);
const others = {
  groupIds: described(
    Type.Optional(Type.Array(id('group'), { maxItems: 200, message: 'Please choose at most 200 groups.' })),
    'Ids of groups whose people may choose it, for example `[3]`; empty: everyone.',
  ),
  validFrom: described(maybe(dayInput('Please enter a day.')), VALID_FROM),
  validUntil: described(maybe(dayInput('Please enter a day.')), VALID_UNTIL),
  seasonLimit: described(
    maybe(amountInput({ minimum: 0, maximum: 100_000_000, message: 'Please enter an amount from 0 to 100,000,000.' })),
    SEASON_LIMIT,
  ),
};
const newCostCentre = { code: code('Code, for example `4711`.'), name, ...others };
const changedCostCentre = {
  code: Type.Optional(code('Code, for example `4711`. Orders that were placed keep what was printed.')),
  name: Type.Optional(name),
  ...others,
  active: described(Type.Optional(bool), 'Whether it can be chosen; true opens one again that was withdrawn.'),
  version: expectedVersion,
};
const organisationId = described(id('organisation'), 'The organisation whose cost centres they are.');
const reply = Type.Object({ costCentre });
const costCentreId = Type.Object({ id: id('costCentre') });

const costCentrePreview = entity('CostCentrePreview', {
  rows: described(int, 'Rows of the file that are not empty.'),
  added: described(int, 'Cost centres that are added.'),
  changed: described(int, 'Cost centres that are changed.'),
  unchanged: described(int, 'Rows that say what is so already.'),
  refused: described(int, 'Rows that cannot be used.'),
  leftAlone: described(int, 'Cost centres that the file does not name. They stay as they are.'),
  changes: described(
    Type.Array(
      entity('CostCentreChange', {
        line: described(int, 'Line of the file.'),
        code: described(text, 'Its code, for example `4711`.'),
        name: text,
        isNew: described(bool, 'Whether it is added.'),
        changes: described(Type.Array(text), 'What changes, for example `Name: North becomes Track north`; empty for a new one.'),
      }),
    ),
    'The first 200 of them, by line.',
  ),
  refusals: described(
    Type.Array(
      entity('CostCentreRefusal', {
        line: described(int, 'Line of the file.'),
        code: described(text, 'What the file says, such as `4711`.'),
        reason: described(text, 'Why the row cannot be used, as a sentence, such as `The name is missing.`'),
      }),
    ),
    'The first 200 rows that cannot be used, by line.',
  ),
  fingerprint,
});

const fileName = Type.String({
  minLength: 1,
  maxLength: 200,
  message: 'The name of the file is required, 200 characters at most.',
  description: 'Name of the file, for example `cost-centres.xlsx`: one called .xlsx must be a workbook.',
});
const FILE =
  'CSV, TSV or an Excel workbook, of which the first sheet is read, with 5,000 rows at most. The body is the bytes of the file (`application/octet-stream`), 5 MB at most. Columns are found by their headings: `Code`, `Name`, `Groups` (names separated by semicolons), `Active`, `Valid from`, `Valid until`, `Amount per season`. Columns that are absent, and cost centres that are not in the file, stay as they are; an empty cell of a column that is there empties the value. 422 `file` for a file that is no such list, 413 for one that is too large, 503 with `Retry-After` while others are read.';
const file = { tags, access, bodyLimit: 5_000_000, upload: 'bytes' } as const;

const LISTED = 'By code.';
const ADDED =
  '409 `code` when the organisation has a cost centre of this code, 409 `costCentre` when it has 5000. Send an `Idempotency-Key`: with the same key it is added once.';
const CHANGED =
  'Absent properties stay as they are. Applies to orders that are placed from now on. 409 `costCentre` when someone else has changed it since `version`.';
const WITHDRAWN =
  'It can no longer be chosen; carts that named it ask for another one, and it is no one’s default any more. Orders keep it.';

/** What orders are charged to within an organisation. Administrators of the whole organisation keep them, and operators can too. */
export const costCentreEndpoints = {
  'GET /api/costcentres': endpoint({
    name: 'listCostCentres',
    summary: 'List cost centres',
    description: LISTED,
    tags,
    access,
    query: Type.Object({ ...filters, ...claims }),
    reply: list,
  }),

  'GET /api/costcentres/purchases': endpoint({
    name: 'getCostCentrePurchases',
    summary: 'Sum what was ordered by cost centre',
    description: 'Of the orders in the scope of the caller that are neither cancelled nor rejected, the highest sum first.',
    tags,
    access,
    query: Type.Object({
      seasonId: described(Type.Optional(idOrNone('season')), 'Orders of this season; absent or 0 for the current one.'),
    }),
    reply: Type.Object({
      purchases: Type.Array(
        entity('CostCentrePurchases', {
          costCentreId: described(nullable(int), 'The cost centre; null for orders without one.'),
          code: described(nullable(text), 'Its code; null for orders without one.'),
          name: described(nullable(text), 'Its name; null for orders without one.'),
          orderCount: described(int, 'Number of orders.'),
          value: described(money, 'What they cost the organisation, excluding tax.'),
          seasonLimit: described(nullable(money), SEASON_LIMIT),
        }),
      ),
      currencyCode,
      seasonName: described(nullable(text), 'Name of the season; null when none is current.'),
    }),
  }),

  'GET /api/costcentres/choices': endpoint({
    name: 'listCostCentreChoices',
    summary: 'List cost centres to choose from',
    description: 'For filters and forms: by code, also those that were withdrawn unless `openOnly`.',
    tags,
    access: roles('OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'),
    query: Type.Object(filters),
    reply: Type.Object({
      costCentres: Type.Array(entity('CostCentreChoice', { id: int, name: described(text, 'Code and name.') })),
      totalCount,
    }),
  }),

  'POST /api/costcentres/file/preview': endpoint({
    name: 'previewCostCentreFile',
    summary: 'Preview what a file of cost centres changes',
    description: `${FILE} Nothing is saved.`,
    ...file,
    query: Type.Object({ fileName }),
    reply: entity({ costCentrePreview }),
  }),

  'POST /api/costcentres/file': endpoint({
    name: 'saveCostCentreFile',
    summary: 'Add and change cost centres from a file',
    description: `The same file as for \`POST /api/costcentres/file/preview\`. Rows that cannot be used are left out. 409 \`costCentre\` with the code \`changed\` when the file changes something else by now than its preview said. Repeating it changes nothing. Send an \`Idempotency-Key\`: with the same key it is done once.`,
    ...file,
    query: Type.Object({ fileName, fingerprint: seenFingerprint }),
    reply: entity({ costCentrePreview }),
  }),

  'GET /api/costcentres/:id': endpoint({
    name: 'getCostCentre',
    summary: 'Get a cost centre',
    tags,
    access,
    params: costCentreId,
    reply,
  }),

  'POST /api/costcentres': endpoint({
    name: 'addCostCentre',
    summary: 'Add a cost centre',
    description: ADDED,
    tags,
    access,
    refusesUnknown: true,
    body: Type.Object(newCostCentre),
    reply,
  }),

  'PUT /api/costcentres/:id': endpoint({
    name: 'updateCostCentre',
    summary: 'Change a cost centre',
    description: CHANGED,
    tags,
    access,
    params: costCentreId,
    refusesUnknown: true,
    body: entity('CostCentreChanges', changedCostCentre),
    reply,
  }),

  'DELETE /api/costcentres/:id': endpoint({
    name: 'withdrawCostCentre',
    summary: 'Withdraw a cost centre',
    description: WITHDRAWN,
    tags,
    access,
    params: costCentreId,
    reply,
  }),

  'GET /api/operator/costcentres': endpoint({
    name: 'listCostCentresOfOrganisation',
    summary: 'List the cost centres of an organisation',
    description: LISTED,
    tags,
    access: operator('content:read'),
    query: Type.Object({ organisationId, ...filters }),
    reply: list,
  }),

  'GET /api/operator/costcentres/:id': endpoint({
    name: 'getCostCentreOfOrganisation',
    summary: 'Get a cost centre of an organisation',
    tags,
    access: operator('content:read'),
    params: costCentreId,
    reply,
  }),

  'POST /api/operator/costcentres': endpoint({
    name: 'addCostCentreToOrganisation',
    summary: 'Add a cost centre to an organisation',
    description: ADDED,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ organisationId, ...newCostCentre }),
    reply,
  }),

  'PUT /api/operator/costcentres/:id': endpoint({
    name: 'updateCostCentreOfOrganisation',
    summary: 'Change a cost centre of an organisation',
    description: CHANGED,
    tags,
    access: operator('content:write'),
    params: costCentreId,
    refusesUnknown: true,
    body: entity('CostCentreChanges', changedCostCentre),
    reply,
  }),

  'DELETE /api/operator/costcentres/:id': endpoint({
    name: 'withdrawCostCentreOfOrganisation',
    summary: 'Withdraw a cost centre of an organisation',
    description: WITHDRAWN,
    tags,
    access: operator('content:write'),
    params: costCentreId,
    reply,
  }),
} as const;
