import { join } from 'node:path';
import site from '#content/site.json';

export interface PostWidget {
  scriptUrl: string;
  origins: string[];
}

/**
 * The script from content/site.json, or `override` (PUBLIC_POST_WIDGET_URL at build time) with only its own origin.
 * Throws for an invalid URL.
 */
export function findPostWidget(override?: string): PostWidget {
  const scriptUrl = override || site.postWidget.scriptUrl;
  const others = override ? [] : site.postWidget.origins;
  return { scriptUrl, origins: [...new Set([new URL(scriptUrl).origin, ...others])] };
}

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
