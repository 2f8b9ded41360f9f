// markdown-it needs these only for disabled rules and for URLs, which our `parse-markdown.ts` reads itself.
const UNUSED = {
  entities: 'export const decodeHTMLStrict = (text) => text;',
  mdurl: 'export {};',
  'punycode.js': 'export default {};',
};
const PREFIX = '\0unused-by-markdown:';

/**
 * Replaces unused dependencies of markdown-it in browser bundles (docs/decisions/0041). Without it the Markdown chunk
 * is 37 KB (limit 22).
 * @returns {import('vite').Plugin}
 */
export function stripMarkdown() {
  return {
    name: 'strip-markdown',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isUnused = Object.hasOwn(UNUSED, source) && /\/node_modules\/markdown-it\//.test(importer ?? '');
      return isUnused && this.environment.name === 'client' ? PREFIX + source : null;
    },
    load(id) {
      return id.startsWith(PREFIX) ? UNUSED[id.slice(PREFIX.length)] : null;
    },
  };
}
