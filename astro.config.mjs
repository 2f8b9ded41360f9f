import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, sharpImageService } from 'astro/config';
import { brandFromContent } from './scripts/build/brand.mjs';
import { checkedContent } from './scripts/build/checked-content.mjs';
import { sharedChunks } from './scripts/build/shared-chunks.mjs';
import { stripContract } from './scripts/build/strip-contract.mjs';
import { stripMarkdown } from './scripts/build/strip-markdown.mjs';

// The public origin is only known where the site is deployed; canonical links and share cards need it.
const site = process.env.PUBLIC_SITE_URL || 'http://localhost:3000';

export default defineConfig({
  site,
  srcDir: './site/src',
  publicDir: './site/public',
  outDir: './dist',
  // What was read from another content folder must not be remembered for this one.
  ...(process.env.CONTENT_DIR ? { cacheDir: `${process.env.CONTENT_DIR}/.cache` } : {}),
  output: 'static',
  trailingSlash: 'ignore',
  build: { format: 'directory', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  // Quotation marks and dashes stay as they are typed.
  markdown: { syntaxHighlight: false, processor: satteri({ features: { smartPunctuation: false } }) },
  integrations: [checkedContent(), brandFromContent(), react()],
  // AVIF at effort 2 takes a seventh of the time of the usual 4, for a sixth more bytes.
  image: { service: sharpImageService({ avif: { effort: 2 } }) },
  // The fields of Markdown files are completed in editors that know Astro; the JSON files have content/.schemas.
  experimental: { contentIntellisense: true },
  // The content security policy allows files of this site, not scripts, styles or fonts written into the page.
  vite: {
    plugins: [tailwindcss(), stripContract(), stripMarkdown(), sharedChunks()],
    build: { assetsInlineLimit: 0 },
  },
});
