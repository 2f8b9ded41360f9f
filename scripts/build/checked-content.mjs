import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Stops a build with invalid content. Astro's own reader stops at the first invalid entry and skips lists that are not
 * JSON.
 * @returns {import('astro').AstroIntegration}
 */
export function checkedContent() {
  const live = { brandFolder: '', onChange: () => {} };
  return {
    name: 'checked-content',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        live.brandFolder = fileURLToPath(new URL('brand/', config.cacheDir));
        if (command === 'dev') updateConfig({ vite: { plugins: [ignoreContentReloads(live)] } });
        if (command !== 'build') return;
        const report = await reportFaults();
        // Without a stack, Astro prints no source location.
        if (report) throw Object.assign(new Error(report), { stack: undefined });
      },
      'astro:server:setup': async ({ server, refreshContent }) => {
        live.onChange = await showContent(server, live.brandFolder, refreshContent);
      },
    },
  };
}

/**
 * Keeps Vite from reloading a changed content file, whose error would come before the content check.
 * @returns {import('vite').Plugin}
 */
function ignoreContentReloads(live) {
  return {
    name: 'checked-content',
    enforce: 'pre',
    async hotUpdate({ file }) {
      const { contentFolder } = await import('../../site/src/content/content-folder.ts');
      // Programs, not editors, write files with a leading dot.
      if (!file.startsWith(`${contentFolder}/`) || file.slice(contentFolder.length).includes('/.')) return;
      if (this.environment.name === 'client') live.onChange(file);
      return [];
    },
  };
}

/** Serves the content or its faults on every page. Returns the function to call after a change. */
async function showContent(server, brandFolder, refreshContent) {
  const { contentFolder } = await import('../../site/src/content/content-folder.ts');
  let report = await reportFaults();
  if (report) server.config.logger.warn(report);
  let isOutdated = false;
  let shown = Promise.resolve();
  const { client, ...renderers } = server.environments;
  server.watcher.add(contentFolder);
  server.middlewares.use(async (request, _response, next) => {
    if (!request.headers.accept?.includes('text/html')) return next();
    await shown;
    isOutdated = false;
    next(report ? Object.assign(new Error(report), { stack: '' }) : undefined);
  });
  const reload = () => client.hot.send({ type: 'full-reload' });
  // A page that was still loading missed the message.
  server.ws.on('connection', () => isOutdated && reload());
  const changed = new Set();
  const forget = (files) => {
    for (const { moduleGraph } of Object.values(server.environments)) {
      for (const file of files) moduleGraph.onFileChange(file);
    }
  };
  const show = async () => {
    report = await reportFaults();
    if (!report) {
      const files = [...changed];
      changed.clear();
      forget(files);
      if (files.some((file) => file.startsWith(`${contentFolder}/brand/`))) {
        // brand.ts reads brand.json itself, so Vite does not know the dependency.
        forget([fileURLToPath(new URL('../../site/src/brand/brand.ts', import.meta.url))]);
        const { writeBrandFiles } = await server.ssrLoadModule('/site/src/brand/brand-files.ts');
        forget(await writeBrandFiles(brandFolder));
      }
      // Astro skips a refresh while it reloads content.config.ts, which it does after every change.
      const run = { isLoaded: false };
      for (let tries = 0; !run.isLoaded && tries < 300; tries += 1) {
        await refreshContent({ context: run });
        if (!run.isLoaded) await sleep(100);
      }
      for (const { hot } of Object.values(renderers)) hot.send({ type: 'full-reload' });
    }
    isOutdated = true;
    reload();
  };
  let timer;
  return (file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      shown = shown.then(show).catch((error) => server.config.logger.error(error.stack));
    }, 50);
  };
}

async function reportFaults() {
  const { checkContent, toLines } = await import('../../site/src/content-check/check-content.ts');
  const { contentFolder } = await import('../../site/src/content/content-folder.ts');
  const faults = (await checkContent(contentFolder)).filter(({ weight }) => weight === 'fault');
  if (faults.length === 0) return '';
  return `The content is not in order.\n${toLines(faults, relative(process.cwd(), contentFolder)).join('\n')}`;
}
