import type { BuyerAttachment } from './documents/multipart.ts';

/** A picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const PDF = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 120]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 63>>stream
BT /F1 14 Tf 20 60 Td (Deliver to dock 4 before 10:00.) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`,
  'latin1',
);

/** Files as buyers send them with an order: one in base64, one as it is. */
export const DEMO_ATTACHMENTS: readonly BuyerAttachment[] = [
  { contentId: 'logo@buyer.example', fileName: 'logo.png', type: 'image/png', content: PICTURE, encoding: 'base64' },
  { contentId: 'delivery@buyer.example', fileName: 'delivery.pdf', type: 'application/pdf', content: PDF, encoding: 'binary' },
];
