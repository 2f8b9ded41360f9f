import { fileURLToPath } from 'node:url';

/**
 * Provides `#content/`, the content folder, and `virtual:brand/`, the style sheet and typefaces generated from it.
 * @returns {import('astro').AstroIntegration}
 */
export function brandFromContent() {
  return {
    name: 'brand',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build' && command !== 'dev') return;
        // Imported late, because these modules fail to load when the brand is invalid.
        const { contentFolder } = await import('../../site/src/content/content-folder.ts');
        const { writeBrandFiles } = await import('../../site/src/brand/brand-files.ts');
        const folder = fileURLToPath(new URL('brand/', config.cacheDir));
        await writeBrandFiles(folder);
        const alias = [
          { find: /^#content\//, replacement: `${contentFolder}/` },
          { find: /^virtual:brand\//, replacement: folder },
        ];
        updateConfig({ vite: { resolve: { alias } } });
      },
    },
  };
}
