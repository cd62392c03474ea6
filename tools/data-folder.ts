import { access, constants, mkdir } from 'node:fs/promises';

/**
 * Creates the data folder if necessary, and checks that this user can write to it.
 *
 * @throws an error that names the folder and DATA_DIR
 */
export async function checkDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code}). ` +
        'Set DATA_DIR to a folder to which this user may write, or give the user the rights.',
      { cause: error },
    );
  }
}
