import { fileURLToPath } from 'node:url';

/** From here, not from the root of the site that is built: tests build others. */
const DIRECTIVE = new URL('../../site/src/scripts/after-paint.ts', import.meta.url);

/**
 * Adds `client:painted`, for islands of public pages that show what they fetch below a static head.
 * @returns {import('astro').AstroIntegration}
 */
export function afterPaint() {
  return {
    name: 'after-paint',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'painted', entrypoint: fileURLToPath(DIRECTIVE) }),
    },
  };
}
