import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The command that starts the portal from a folder, this project unless given. `npm start` builds the web app, for which an installation with the packages of production alone
 * (`npm ci --omit=dev`, the image) lacks the tools.
 */
export const findStartCommand = (project = join(import.meta.dirname, '..')): 'npm start' | 'npm run serve' =>
  existsSync(join(project, 'node_modules/vite/package.json')) ? 'npm start' : 'npm run serve';
