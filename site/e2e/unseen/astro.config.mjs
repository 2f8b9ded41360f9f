import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { brandFromContent } from '../../../scripts/build/brand.mjs';

// Builds the pages beside it: views that the content as it stands never shows.
export default defineConfig({
  site: 'http://localhost:3000',
  srcDir: '.',
  cacheDir: process.env.CACHE_DIR,
  build: { format: 'directory', inlineStylesheets: 'never' },
  integrations: [brandFromContent(), react()],
  vite: { cacheDir: process.env.CACHE_DIR, plugins: [tailwindcss()], build: { assetsInlineLimit: 0 } },
});
