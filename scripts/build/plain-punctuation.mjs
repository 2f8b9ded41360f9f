/**
 * Words appear as they are written: “Children's Privacy” keeps its straight apostrophe. Said to the Markdown processor
 * that Astro brings along, whose options are there for integrations to write.
 * @returns {import('astro').AstroIntegration}
 */
export function plainPunctuation() {
  return {
    name: 'plain-punctuation',
    hooks: {
      'astro:config:setup': ({ config }) => {
        config.markdown.processor.options.features.smartPunctuation = false;
      },
    },
  };
}
