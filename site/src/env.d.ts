import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Starts the island once the page is painted (scripts/after-paint.ts). */
    'client:painted'?: boolean;
  }
}
