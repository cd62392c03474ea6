import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `#contract/…` and the like are resolved by Vite from the `imports` of package.json. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  publicDir: 'public',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: true,
    // Small pictures as files too: the pages' security policy allows no data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // How long a plugin took is no news to whoever starts the portal.
    rolldownOptions: { checks: { pluginTimings: false } },
    chunkSizeWarningLimit: 800,
  },
});
