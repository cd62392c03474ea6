import Type from 'typebox';
import { endpoint, operator, roles } from '../../endpoint.ts';
import { described, id, pdfFile } from '../../values.ts';

const month = described(
  Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$', message: 'Please choose a month, such as 2026-03.' })),
  'Month, such as `2026-03`; the current one by default.',
);

const statementContent =
  'What was charged, paid and credited in a month, with the balance and the invoices that are open at its end. 404 for a month that has not begun.';

/** Statements of account. */
export const accountStatementEndpoints = {
  'GET /api/invoices/statement': endpoint({
    name: 'downloadAccountStatement',
    summary: 'Get the statement of account of a month as PDF',
    description: `${statementContent} For Admins of the whole organisation; 403 for others.`,
    tags: ['Invoices'],
    access: roles('OrganisationAdmin'),
    query: Type.Object({ month }),
    reply: pdfFile,
  }),

  'GET /api/operator/organisations/:id/statement': endpoint({
    name: 'downloadOrganisationStatement',
    summary: 'Get the statement of account of any organisation as PDF',
    description: statementContent,
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params: Type.Object({ id: id('organisation') }),
    query: Type.Object({ month }),
    reply: pdfFile,
  }),
};
