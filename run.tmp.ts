import { loadConfig } from '#api/config.ts'; import { startServer } from '#api/main.ts';
const s = await startServer(loadConfig({...process.env, DATABASE_URL:'postgres://livery@127.0.0.1:5499/dev', PORT:'3050', WEB_DIR:'off', LOG_LEVEL:'info'})); console.log(s.address);
