/**
 * `npm run report:punchout`: writes every kind of document that buyers' procurement systems get, in every form and for every kind of system, checks each under three
 * generations of its document type, and prints how many are valid.
 */
import { DTD_VERSIONS, findDtdFaults } from '#api/integrations/punchout/cxml/dtds.ts';
import { DOCUMENT_PROFILES, versionFor, writeEveryDocument } from '#api/testing/punchout-documents.ts';

const faults: string[] = [];
let checked = 0;
let milliseconds = 0;

/** Counts of valid documents by kind and generation, with a column for each profile. */
const cells = new Map<string, string[]>();
for (const profile of DOCUMENT_PROFILES)
  for (const [kind, documents] of Map.groupBy(writeEveryDocument(profile), (document) => document.kind))
    for (const version of DTD_VERSIONS[documents[0]?.dtd ?? 'cXML']) {
      let valid = 0;
      for (const { variant, dtd, xml } of documents) {
        const started = performance.now();
        const found = findDtdFaults(xml, dtd, version);
        milliseconds += performance.now() - started;
        checked += 1;
        if (found.length === 0) valid += 1;
        else faults.push(`${profile.name}, ${kind} (${variant}), ${dtd}.dtd ${version}:\n    ${found.join('\n    ')}`);
      }
      const row = `${kind}\t${version}`;
      cells.set(row, [...(cells.get(row) ?? []), `${valid}/${documents.length}`]);
    }

const table = [
  ['document', 'generation', ...DOCUMENT_PROFILES.map(({ name }) => name)],
  ['', 'named: answers', ...DOCUMENT_PROFILES.map(({ dtdVersion }) => dtdVersion)],
  ['', 'named: carts', ...DOCUMENT_PROFILES.map((profile) => versionFor('cXML', profile))],
  ['', 'named: confirmations', ...DOCUMENT_PROFILES.map((profile) => versionFor('Fulfill', profile))],
  ['', 'named: invoices', ...DOCUMENT_PROFILES.map((profile) => versionFor('InvoiceDetail', profile))],
  ...[...cells].map(([row, counts]) => [...row.split('\t'), ...counts]),
];
const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of table)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );

console.log(`\n${checked} checks, ${(milliseconds / checked).toFixed(2)} ms each`);
for (const fault of faults) console.error(`Not valid: ${fault}`);
console.log(`${checked - faults.length} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;
