import { join } from 'node:path';
import site from '#content/site.json';

const { scriptUrl, origins } = site.postWidget;

/** The origin of the script comes first. */
export const postWidget = { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...origins])] };

/**
 * Bundles the frame's script as a classic script to inline: module scripts need CORS, which hosts refuse a frame with
 * an opaque origin. Throws when the build fails.
 */
export async function bundleFrame(): Promise<string> {
  const { success, outputs, logs } = await Bun.build({
    entrypoints: [join(process.cwd(), 'site/src/embed/post-frame.ts')],
    format: 'iife',
    target: 'browser',
    minify: true,
  });
  const [output] = outputs;
  if (!success || !output) throw new AggregateError(logs, 'The script of the post frame does not build.');
  return (await output.text()).trim();
}
