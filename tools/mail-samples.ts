/**
 * `npm run mail:samples -- FOLDER`: writes every mail, with sample data, in the design of each brand, as HTML and as text, for whoever changes one and
 * wants to see it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { composeMail } from '#api/platform/mail/compose.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { brands } from '#brands/brands.ts';

const usage = 'Usage: npm run mail:samples -- FOLDER';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error(usage);
const target = resolve(folder);
await mkdir(target, { recursive: true });
let written = 0;
for (const { name: brandName, company } of Object.values(brands)) {
  const brand = {
    ...{ id: 1, name: brandName, companyName: company, canonicalOrigin: `https://${brandName}.example` },
    ...{ termsUrl: null, privacyUrl: null, captchaEnabled: false, captchaPublicKey: null, helpEmail: null, helpPhone: null },
    helpText: null,
  };
  for (const [name, { definition, data, secrets }] of Object.entries(MAIL_SAMPLES)) {
    const mail = composeMail(brand, definition, { recipient: 'zoe.quinn-okafor@meridian.example', data, secrets });
    await writeFile(join(target, `${name}.${brandName}.html`), mail.html);
    await writeFile(join(target, `${name}.${brandName}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
    written += 1;
  }
}
console.log(`${written} mails are in ${target}.`);
