/**
 * Adds `client:painted`, for islands of public pages that show what they fetch below a static head.
 * @returns {import('astro').AstroIntegration}
 */
export function afterPaint() {
  return {
    name: 'after-paint',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'painted', entrypoint: './site/src/scripts/after-paint.ts' }),
    },
  };
}
