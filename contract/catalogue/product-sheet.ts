import Type from 'typebox';
import { catalogueReaders, endpoint } from '../endpoint.ts';
import { id, pdfFile } from '../values.ts';

/** A product on paper. */
export const productSheetEndpoints = {
  'GET /api/documents/productPdf/:id': endpoint({
    name: 'downloadProductSheet',
    summary: 'Get the product sheet of a product as PDF',
    description:
      'Picture, description, specifications, standards, care, sizes with their size guide and, for whoever sees them, prices and quantity discounts as the product page shows them. 404 when the caller’s organisation does not offer the product. The file is called `{sku}.pdf`.',
    tags: ['Catalogue'],
    access: catalogueReaders,
    params: Type.Object({ id: id('product') }),
    reply: pdfFile,
  }),
};
