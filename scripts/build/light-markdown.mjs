/**
 * What markdown-it loads for rules that are switched off, and for addresses, which `api/contract/markdown/parse-markdown.ts`
 * reads by itself: more than half of its bytes. Nothing of it is ever called or its answer dropped, on the server too.
 */
const UNUSED = {
  entities: 'export const decodeHTMLStrict = (text) => text;',
  mdurl: 'export {};',
  'punycode.js': 'export default {};',
};
const PREFIX = '\0unused-by-markdown:';

/**
 * Leaves out of browser bundles what our use of markdown-it never reaches (docs/decisions/0041). Without it the part that
 * draws Markdown weighs 37 KB (limit 22).
 * @returns {import('vite').Plugin}
 */
export function lightMarkdown() {
  return {
    name: 'light-markdown',
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
