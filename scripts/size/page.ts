/** Paths are URLs below the site's root. */
export interface PageContent {
  /** Script and preload elements, and islands that load at once. */
  scripts: string[];
  /** Scripts of the page's screen, preloaded by build/script-preloads.ts. */
  screenScripts: string[];
  /** Scripts of islands that wait for visibility or idle time. */
  laterScripts: string[];
  inlineScripts: string[];
  styles: string[];
  media: string[];
  hasIslands: boolean;
}

const AT_ONCE = new Set(['only', 'load']);

export async function readPage(path: string): Promise<PageContent> {
  const content: PageContent = {
    scripts: [],
    screenScripts: [],
    laterScripts: [],
    inlineScripts: [],
    styles: [],
    media: [],
    hasIslands: false,
  };
  let inline: string | null = null;
  const add = (list: string[], address: string | null) => {
    if (address?.startsWith('/') && !address.startsWith('//')) list.push(address.split('?')[0] ?? address);
  };
  new HTMLRewriter()
    .on('script', {
      element(element) {
        const type = element.getAttribute('type') ?? '';
        inline = element.hasAttribute('src') || (type !== '' && type !== 'module') ? null : '';
        add(content.scripts, element.getAttribute('src'));
      },
      text(chunk) {
        if (inline === null) return;
        inline += chunk.text;
        if (chunk.lastInTextNode && inline.trim() !== '') content.inlineScripts.push(inline);
      },
    })
    .on('link', {
      element(element) {
        const rel = element.getAttribute('rel') ?? '';
        const href = element.getAttribute('href');
        if (rel === 'stylesheet') add(content.styles, href);
        if (rel === 'modulepreload')
          add(element.hasAttribute('data-screen') ? content.screenScripts : content.scripts, href);
        if (rel === 'preload') add(content.media, href);
      },
    })
    .on('img', {
      element(element) {
        if (element.getAttribute('loading') !== 'lazy') add(content.media, element.getAttribute('src'));
      },
    })
    .on('astro-island', {
      element(element) {
        content.hasIslands = true;
        const list = AT_ONCE.has(element.getAttribute('client') ?? '')
          ? content.scripts
          : content.laterScripts;
        for (const name of ['component-url', 'renderer-url', 'before-hydration-url'])
          add(list, element.getAttribute(name));
      },
    })
    .transform(await Bun.file(path).text());
  for (const text of content.inlineScripts) {
    for (const { path: target } of new Bun.Transpiler({ loader: 'js' }).scanImports(text))
      add(content.scripts, target);
  }
  return content;
}
