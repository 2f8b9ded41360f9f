import { join } from 'node:path';

/**
 * The frame's script as one classic script to be written into its page. It cannot be a module: modules are asked
 * for with CORS, and a frame without an origin of its own would be refused by every host. Throws when it fails.
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
