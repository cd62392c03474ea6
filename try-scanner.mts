import { openProductFile } from '#api/catalogue/import/files/product-file.ts';
import { mapProduct } from '#api/catalogue/import/shopify/product.rules.ts';
import { readProducts, scanFile } from '#api/catalogue/import/shopify/product-rows.ts';
for (const f of process.argv.slice(2)) {
  console.log('==', f);
  try {
  const file = await openProductFile(f);
  console.log(file.format, file.mapping, file.unused);
  const scan = await scanFile(file, () => undefined);
  for await (const p of readProducts(file, scan, (e) => console.log('loose', e))) {
    const m = mapProduct(file.header, p.handle, p.rows, { decimalSeparator: scan.decimalSeparator, currency: 'GBP', skuLines: scan.skuLines });
    console.log(m.handle, m.draft?.fields.name, m.draft?.fields.price_minor, JSON.stringify(m.draft?.attributes), m.entries.map((e) => `${e.line} ${e.outcome} ${e.text}`));
  }
  } catch (e) { console.log(String(e)); }
}
