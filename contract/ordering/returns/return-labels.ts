import Type from 'typebox';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import { described, id, pdfFile } from '../../values.ts';

const labelQuery = Type.Object({
  format: described(
    Type.Optional(Type.Union([Type.Literal('a4'), Type.Literal('label')])),
    '`a4`: instructions with the label to cut out; `label`: 100 by 150 mm, for label printers. Default: `a4`.',
  ),
});

const CONTENT =
  'With the address of the brand for returns. Requests made together are on one label. 409 `returnRequest` once the pieces have arrived or the request has ended, and when the brand has no address for returns.';

/** Return labels as PDF. */
export const returnLabelEndpoints = {
  'GET /api/returnrequest/:id/label': endpoint({
    name: 'downloadReturnLabel',
    summary: 'Get the label of a return request',
    description: `The \`id\` is that of the request. For the person of the order, or someone who impersonates them. ${CONTENT}`,
    tags: ['Returns'],
    access: signedIn,
    params: Type.Object({ id: id('returnRequest') }),
    query: labelQuery,
    reply: pdfFile,
  }),

  'GET /api/operator/returns/:id/label': endpoint({
    name: 'downloadAnyReturnLabel',
    summary: 'Get the label of a return request',
    description: CONTENT,
    tags: ['Operator: returns'],
    access: operator('returns:read'),
    params: Type.Object({ id: id('returnRequest') }),
    query: labelQuery,
    reply: pdfFile,
  }),
};
