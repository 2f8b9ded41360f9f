import { fileURLToPath } from 'node:url';

/**
 * The brand of the content folder as modules of the site: `#content/` is that folder, and `virtual:brand/` holds the
 * style sheet and the typefaces that are made from it.
 * @returns {import('astro').AstroIntegration}
 */
export function brandFromContent() {
  return {
    name: 'brand',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build' && command !== 'dev') return;
        // Loaded here, because only the content check knows whether the brand can be read.
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
