import { relative } from 'node:path';

/**
 * Lets no build begin with content that is not in order: the report names the file, the field and what was expected.
 * Astro's own reader would stop at the first wrong entry, and pass over a list that is not JSON.
 * @returns {import('astro').AstroIntegration}
 */
export function checkedContent() {
  return {
    name: 'checked-content',
    hooks: {
      'astro:config:setup': async ({ command, logger }) => {
        if (command !== 'build' && command !== 'dev') return;
        const { checkContent, toLines } = await import('../../site/src/content-check/check-content.ts');
        const { contentFolder } = await import('../../site/src/content/content-folder.ts');
        const faults = (await checkContent(contentFolder)).filter(({ weight }) => weight === 'fault');
        if (faults.length === 0) return;
        const report = toLines(faults, relative(process.cwd(), contentFolder)).join('\n');
        if (command === 'build') {
          // The report says where; the place in our code would be taken for it.
          throw Object.assign(new Error(`The content is not in order.\n${report}`), { stack: undefined });
        }
        logger.warn(report);
      },
    },
  };
}
