import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import {
  described,
  employeeNumber,
  entity,
  groupIds,
  idOrNone,
  int,
  nullable,
  paging,
  text,
  totalCount,
  workbook,
} from '../values.ts';
import { RETURN_STATUSES } from './returns/return-states.ts';
import { returnRequest } from './returns/returns.ts';

const tags = ['Returns'] as const;
const managers = roles('OrganisationAdmin', 'OrganisationSales');

const managedReturn = entity('ManagedReturn', {
  ...returnRequest.properties,
  person: described(
    entity('ReturningPerson', { id: int, firstName: text, lastName: text, email: text, employeeNumber }),
    'Whose pieces they are: the wearer of the line, or else the person of the order.',
  ),
  organisationGroupId: described(nullable(int), 'Group in which the order was placed; null for none.'),
});

/** Orders in which returns can be listed. */
const RETURN_SORTS = ['createdOnUtc', '-createdOnUtc', 'person', '-person', 'status', '-status'] as const;

const filters = {
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
    'Number of a return or order, or part of a name, email address, product or SKU, for example `R10021`.',
  ),
  state: described(
    Type.Optional(Type.String({ pattern: '^(open|closed)$', message: 'State must be open or closed.' })),
    '`open`: the pieces have not arrived, or someone has to decide; `closed`: all others. Default: all.',
  ),
  returnStatusId: described(
    Type.Optional(
      Type.Array(Type.Integer({ enum: RETURN_STATUSES.map(({ id }) => id), message: 'There is no such status.' }), {
        maxItems: 20,
        message: 'There is no such status.',
      }),
    ),
    'Only returns with one of these values of `returnRequestStatusId`, separated by commas or repeated.',
  ),
  minAgeDays: described(
    Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, message: 'The age must be a number of days up to 3,650.' })),
    'Only returns that were requested at least so many days ago.',
  ),
  customerId: described(
    Type.Optional(idOrNone('customer')),
    'Only returns of this person, as wearer or of the order; 0 for all.',
  ),
  groupIds: described(
    groupIds,
    'Only returns of orders placed in one of these groups, separated by commas or repeated; absent or 0 for all.',
  ),
  sort: described(
    Type.Optional(
      Type.Unsafe<(typeof RETURN_SORTS)[number]>({
        type: 'string',
        enum: [...RETURN_SORTS],
        message: 'Returns cannot be sorted by this.',
      }),
    ),
    `${RETURN_SORTS.map((sort) => `\`${sort}\``).join(', ')}. Default \`createdOnUtc\`, what has waited longest first.`,
  ),
};

/** The returns of the people whom an administrator or Sales looks after. */
export const managedReturnEndpoints = {
  'GET /api/returns': endpoint({
    name: 'listManagedReturns',
    summary: 'List the returns of the orders in one’s scope',
    description: 'For administrators and Sales: the returns of all orders they see.',
    tags,
    access: managers,
    query: Type.Object({ ...filters, ...paging }),
    reply: Type.Object({ returns: Type.Array(managedReturn), totalCount }),
  }),

  'GET /api/returns/exporttoexcel': endpoint({
    name: 'exportManagedReturns',
    summary: 'Export the returns of one’s scope to Excel',
    description: 'All pages of the list, with the same filters and in the same order.',
    tags,
    access: managers,
    whileImpersonating: 'refused',
    query: Type.Object({ ...filters, ...paging }),
    reply: workbook,
  }),
};
