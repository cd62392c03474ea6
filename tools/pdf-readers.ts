import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './debian.ts';

const PACKAGES = ['poppler-utils', 'qpdf'];

const areInstalled = () =>
  ['pdftotext', 'pdfinfo', 'qpdf'].every((program) => spawnSync(program, ['--version']).error === undefined);

/**
 * Makes sure that the programs are there with which tests read PDF files back, and installs Debian's packages if possible. Without them Vitest skips
 * these tests.
 *
 * @throws an error that says what is missing and how to install it
 */
export async function findPdfReaders(): Promise<void> {
  if (areInstalled()) return;
  await installDebianPackage(PACKAGES, 'reading PDF files');
  if (areInstalled()) return;
  throw new Error(
    `Tests read PDF files back with pdftotext, pdfinfo and qpdf, which are not installed; these tests are skipped. Install them (Debian: \`sudo apt-get install ${PACKAGES.join(' ')}\`).`,
  );
}
